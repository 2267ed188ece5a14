"use client";

import { FileUp, Plus, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from "react";
import { useFieldArray, useFormContext, useFormState } from "react-hook-form";
import { fieldId, focusFieldSoon, useChecks } from "@/components/forms/form-checks";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { readLines } from "@/components/forms/read-file";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import { formatNumber } from "@/lib/format";
import { validationMessage } from "@/lib/i18n/validation";
import { isCopiedTable, readCopied } from "@/lib/tables/copied-cells";
import { readSheetLines } from "@/lib/tables/tariff-csv";
import { FEES, MAX_SHEET_ROWS, SHEET_COLUMNS, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";
import { useCellLabels } from "../cell-labels";
import type { ServiceNames } from "../sheet-labels";

type Column = (typeof SHEET_COLUMNS)[SheetKind][number];

/** How wide a cell is at least, so that what it usually holds can be seen, and a tariff fits beside the navigation. */
function widthOf({ name, kind }: Column): string {
  if (name === "countries") return "min-w-32";
  if (name === "zone") return "min-w-20";
  if (kind === "decimal" || kind === "integer") return "min-w-16 [&_input]:px-1.5";
  if (name === "provider" || name === "code" || name.startsWith("name_")) return "min-w-48";
  return kind === "date" ? "min-w-40" : "min-w-24";
}

/** The rows of the form as a grid, with a way to take them from a file. */
export function SheetGrid({ kind, services }: { kind: SheetKind; services: ServiceNames }) {
  const t = useTranslations("tariffs.form");
  const tHelp = useTranslations("tariffs.help");
  const labels = useCellLabels(services);
  const { fields, append, remove } = useFieldArray({ name: "rows" });
  const { getValues, setValue } = useFormContext();
  const { errors } = useFormState({ name: "rows", exact: true });
  const checks = useChecks();
  const columns = SHEET_COLUMNS[kind];
  const names = columns.map(({ name }) => name);
  const blank = Object.fromEntries(names.map((name) => [name, ""]));
  const wrong = [errors.rows?.message, errors.rows?.root?.message].find((each) => typeof each === "string");

  function go(event: KeyboardEvent) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
    const [, index = "", name = ""] = /rows\W(\d+)\W(\w+)$/.exec(event.target.id) ?? [];
    event.preventDefault();
    document.getElementById(fieldId(`rows.${Number(index) + step}.${name}`))?.focus();
  }

  /** Cells copied from a spreadsheet fill the grid from the cell on into which they are pasted. */
  async function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    const [, from = "", name = ""] =
      event.target instanceof HTMLElement ? (/rows\W(\d+)\W(\w+)$/.exec(event.target.id) ?? []) : [];
    if (!isCopiedTable(text) || from === "") return;
    event.preventDefault();
    const copied = await readCopied(text);
    const rows = structuredClone(getValues("rows")) as Record<string, string>[];
    for (const [below, line] of copied.slice(0, MAX_SHEET_ROWS).entries()) {
      const at = Number(from) + below;
      const cells = line.map((cell, right) => [names[names.indexOf(name) + right], cell]);
      rows[at] = { ...blank, ...rows[at], ...Object.fromEntries(cells.filter(([column]) => column !== undefined)) };
    }
    setValue("rows", rows, { shouldDirty: true });
    checks.changed("rows");
  }

  function take(rows: readonly SheetRow[]) {
    setValue(
      "rows",
      rows.map((row) => ({ ...blank, ...row })),
      { shouldDirty: true },
    );
    checks.left("rows");
  }

  return (
    <Section title={t("grid")} description={tHelp(kind)} actions={<FileButton kind={kind} onRows={take} />} flush>
      {wrong ? (
        <p id={fieldId("rows")} tabIndex={-1} role="alert" className="px-4 py-2 text-bad">
          {wrong}
        </p>
      ) : null}
      <Table label={t("grid")} onKeyDown={go} onPaste={(event) => void paste(event)}>
        <THead>
          <TR>
            <TH>{t("row")}</TH>
            {columns.map((column) => (
              <TH key={column.name} className="px-1! whitespace-normal">
                {labels.column(column.name)}
                {column.optional ? null : <span className="ml-0.5 text-bad">*</span>}
              </TH>
            ))}
            <TH>
              <span className="sr-only">{t("remove", { row: "" })}</span>
            </TH>
          </TR>
        </THead>
        <TBody>
          {fields.map(({ id }, index) => (
            <Row
              key={id}
              kind={kind}
              index={index}
              services={services}
              onRemove={fields.length > 1 ? remove : undefined}
            />
          ))}
        </TBody>
      </Table>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
        <Button
          disabled={fields.length >= MAX_SHEET_ROWS}
          onClick={() => {
            append(blank, { shouldFocus: false });
            focusFieldSoon(`rows.${fields.length}.${names[0]}`);
          }}
        >
          <Plus aria-hidden="true" />
          {t("add")}
        </Button>
        <p className="text-xs text-muted">{t("gridHint")}</p>
      </div>
    </Section>
  );
}

type RowProps = {
  kind: SheetKind;
  index: number;
  services: ServiceNames;
  onRemove: ((index: number) => void) | undefined;
};

// Adding or removing a row must not draw hundreds of others again.
const Row = memo(function Row({ kind, index, services, onRemove }: RowProps) {
  const t = useTranslations("tariffs.form");
  const number = formatNumber(index + 1);
  return (
    <TR>
      <TD className="align-top text-xs text-muted">
        <span className="flex h-9 items-center">{number}</span>
      </TD>
      {SHEET_COLUMNS[kind].map((column) => (
        <TD key={column.name} className={`${widthOf(column)} px-1! align-top`}>
          <Cell column={column} index={index} services={services} />
        </TD>
      ))}
      <TD className="align-top">
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={!onRemove}
          aria-label={t("remove", { row: number })}
          onClick={() => onRemove?.(index)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </TD>
    </TR>
  );
});

const ALL_FEES = [...new Set([...Object.keys(FEES.local), ...Object.keys(FEES.intl)])];

function Cell({ column, index, services }: { column: Column; index: number; services: ServiceNames }) {
  const t = useTranslations("tariffs.form");
  const labels = useCellLabels(services);
  const { name, kind, choices } = column;
  const common = {
    name: `rows.${index}.${name}`,
    title: t("cell", { column: labels.column(name), row: formatNumber(index + 1) }),
    labelHidden: true,
    required: !column.optional,
  };
  const options = {
    provider: Object.entries(services).map(([value, label]) => ({ value, label })),
    code: ALL_FEES.map((value) => ({ value, label: labels.fee(value) })),
  }[name];
  if (options) return <ChoiceField {...common} options={options} />;
  if (choices)
    return <ChoiceField {...common} options={choices.map((value) => ({ value, label: labels.choice(value) }))} />;
  return <TextField {...common} kind={kind} />;
}

/** Takes the rows from a CSV file. */
function FileButton({ kind, onRows }: { kind: SheetKind; onRows: (rows: readonly SheetRow[]) => void }) {
  const t = useTranslations("tariffs.form");
  const language = useLocale();
  const input = useRef<HTMLInputElement>(null);

  async function read(file: File) {
    const notRead = (description: string) => toast.error(t("notRead", { file: file.name }), { description });
    const found = await readLines(file).catch(() => ({ key: "unreadable" }) as const);
    if ("key" in found) {
      const figures = { rows: "rows" in found ? formatNumber(found.rows) : "", max: formatNumber(MAX_SHEET_ROWS) };
      return notRead(t(`problems.${found.key}`, figures));
    }
    const { lines, problem } = readSheetLines(kind, found);
    if (problem) return notRead(validationMessage(problem.key, problem.params, language));
    if (lines.length === 0) return notRead(t("problems.empty"));
    onRows(lines.map(({ cells }) => cells));
    toast.success(t("read", { file: file.name, count: lines.length }));
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-label={t("file")}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) void read(file);
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t("file")}
      </Button>
    </>
  );
}
