"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { FieldHint } from "@/components/forms/form-fields";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Pagination } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { TabCount } from "@/components/ui/tab-look";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { formatNumber } from "@/lib/format";
import type { ProductColumn } from "@/lib/tables/product-csv";
import { type ImportRow, isDoubtful, isWrong } from "./use-rows";

const FILTERS = {
  all: () => true,
  wrong: isWrong,
  doubtful: isDoubtful,
} satisfies Record<string, (row: ImportRow) => boolean>;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

type Edit = (line: number, column: ProductColumn, value: string) => void;

/** The rows of the file in pages. What is wrong or doubtful can be changed in place. */
export function PreviewTable({
  rows,
  columns,
  isBusy,
  onEdit,
}: {
  rows: readonly ImportRow[];
  columns: readonly ProductColumn[];
  isBusy: boolean;
  onEdit: Edit;
}) {
  const t = useTranslations("products.import");
  const [page, setPage] = useState({ offset: 0, limit: 20 });
  // The lines that a filter matched when it was chosen: a corrected row must not disappear from under the cursor.
  const [chosen, setChosen] = useState(() => choose(rows, rows.some(isWrong) ? "wrong" : "all"));
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const shown = chosen.lines.slice(page.offset, page.offset + page.limit).flatMap((line) => byLine.get(line) ?? []);

  return (
    <Section flush>
      <fieldset className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]">
        <legend className="sr-only">{t("show")}</legend>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen.filter === name}
            data-state={chosen.filter === name ? "active" : "inactive"}
            onClick={() => {
              setChosen(choose(rows, name));
              setPage({ ...page, offset: 0 });
            }}
            className="tab"
          >
            {t(`filters.${name}`)}
            <TabCount>{formatNumber(rows.filter(FILTERS[name]).length)}</TabCount>
          </button>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">{t("noneHere")}</p>
      ) : (
        <Table label={t("rows")} aria-busy={isBusy || undefined} className={cn(isBusy && "opacity-60")}>
          <THead>
            <TR>
              <TH align="end">{t("line")}</TH>
              <TH>{t("state")}</TH>
              {columns.map((column) => (
                <Head key={column} column={column} />
              ))}
            </TR>
          </THead>
          <TBody>
            {shown.map((row) => (
              <Row key={row.line} row={row} columns={columns} isBusy={isBusy} onEdit={onEdit} />
            ))}
          </TBody>
        </Table>
      )}
      <Pagination
        className="border-t border-line px-4 py-2"
        total={chosen.lines.length}
        offset={page.offset}
        limit={page.limit}
        onChange={setPage}
      />
    </Section>
  );
}

function choose(rows: readonly ImportRow[], filter: Filter) {
  return { filter, lines: rows.filter(FILTERS[filter]).map(({ line }) => line) };
}

function Head({ column }: { column: ProductColumn }) {
  const t = useTranslations("products.cells");
  return <TH>{t(column)}</TH>;
}

// A letter typed in one row must not render a hundred others again.
const Row = memo(
  function Row({
    row,
    columns,
    isBusy,
    onEdit,
  }: {
    row: ImportRow;
    columns: readonly ProductColumn[];
    isBusy: boolean;
    onEdit: Edit;
  }) {
    const t = useTranslations("products.import");
    return (
      <TR className="align-top">
        <TD align="end" className="pt-2.5 text-muted">
          {row.line}
        </TD>
        <TD className="py-2 whitespace-nowrap">
          {isWrong(row) ? (
            <Badge tone="bad" icon={<CircleAlert aria-hidden="true" />}>
              {t("states.wrong")}
            </Badge>
          ) : isDoubtful(row) ? (
            <Badge tone="warn" icon={<TriangleAlert aria-hidden="true" />}>
              {t("states.doubtful")}
            </Badge>
          ) : (
            <span className="text-xs text-muted">{t("states.good")}</span>
          )}
        </TD>
        {columns.map((column) => (
          <Cell key={column} row={row} column={column} isBusy={isBusy} onEdit={onEdit} />
        ))}
      </TR>
    );
  },
  (before, after) =>
    before.row === after.row && before.columns.length === after.columns.length && before.isBusy === after.isBusy,
);

function Cell({
  row,
  column,
  isBusy,
  onEdit,
}: {
  row: ImportRow;
  column: ProductColumn;
  isBusy: boolean;
  onEdit: Edit;
}) {
  const t = useTranslations("products");
  const value = row.cells[column] ?? "";
  const error = row.errors[column];
  const warning = row.warnings[column];
  if (!error && !warning && !row.edited.includes(column))
    return (
      <TD className="pt-2.5">
        <span className="block max-w-64 truncate" title={value || undefined}>
          {value}
        </span>
      </TD>
    );
  return (
    <TD className="min-w-44">
      <Field
        label={t("import.cell", { line: row.line, column: t(`cells.${column}`) })}
        labelHidden
        error={error}
        hint={warning ? <FieldHint warning={t(`warnings.${warning}`)} /> : undefined}
        className="max-w-64"
      >
        <Input
          value={value}
          disabled={isBusy}
          onChange={(event) => onEdit(row.line, column, event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="h-8"
        />
      </Field>
    </TD>
  );
}
