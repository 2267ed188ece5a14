"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { FileLines } from "@/components/forms/read-file";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { readCell } from "@/lib/tables/csv-cells";
import { type ColumnMap, missingColumns, PRODUCT_COLUMNS, type ProductColumn } from "@/lib/tables/product-csv";

const SAMPLES = 3;

/** Asks what each column of a file holds, next to its first rows. It calls no operation, so it is no contract form. */
export function ColumnChoice({
  name,
  lines,
  given,
  onChosen,
  onOther,
}: {
  name: string;
  lines: FileLines;
  given: ColumnMap;
  onChosen: (map: ColumnMap) => void;
  /** Returns to choose another file. */
  onOther: () => void;
}) {
  const t = useTranslations("products");
  const [hasHeaders, setHasHeaders] = useState(given.hasHeaders);
  const [columns, setColumns] = useState(given.columns);
  const [isAsked, setIsAsked] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);

  const missing = missingColumns(columns);
  const samples = lines.slice(hasHeaders ? 1 : 0).filter((fields) => fields.some((field) => field.trim() !== ""));
  const width = Math.max(...lines.slice(0, 50).map(({ length }) => length));
  const headerOf = (at: number) => (hasHeaders && lines[0]?.[at]?.trim()) || t("import.map.column", { number: at + 1 });

  const choices = [
    { value: "" as const, label: t("import.map.none") },
    ...PRODUCT_COLUMNS.map((value) => ({ value, label: t(`cells.${value}`) })),
  ];

  function choose(at: number, column: ProductColumn | null) {
    // A field comes from one column: the last one chosen for it.
    const others = Array.from({ length: width }, (_, index) => columns[index] ?? null);
    setColumns(others.map((each, index) => (index === at ? column : each === column ? null : each)));
  }

  return (
    <Section flush>
      <form
        className="flex flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
          if (missing.length === 0) onChosen({ hasHeaders, columns });
        }}
      >
        <div className="flex flex-col gap-2 px-4 pt-4 pb-3">
          <h2 ref={head} tabIndex={-1} className="text-base font-semibold break-words outline-none">
            {t("import.map.title", { file: name })}
          </h2>
          <p className="text-muted">{t("import.map.about")}</p>
          <Checkbox
            label={t("import.map.hasHeaders")}
            checked={hasHeaders}
            onCheckedChange={(checked) => setHasHeaders(checked === true)}
          />
        </div>
        <Table label={t("import.map.table")}>
          <THead>
            <TR>
              <TH>{t("import.map.inFile")}</TH>
              <TH>{t("import.map.holds")}</TH>
              <TH>{t("import.map.samples")}</TH>
            </TR>
          </THead>
          <TBody>
            {Array.from({ length: width }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <TR key={at}>
                <TD className="max-w-56 font-semibold break-words">{headerOf(at)}</TD>
                <TD className="min-w-40">
                  <Field label={t("import.map.holdsOf", { column: headerOf(at) })} labelHidden>
                    <NativeSelect
                      options={choices}
                      value={columns[at] ?? ""}
                      onValueChange={(column) => choose(at, column || null)}
                    />
                  </Field>
                </TD>
                <TD className="max-w-80 text-muted">
                  <span className="block truncate">
                    {samples
                      .slice(0, SAMPLES)
                      .flatMap((fields) => readCell(fields[at] ?? "").trim() || [])
                      .join(" · ")}
                  </span>
                </TD>
              </TR>
            ))}
          </TBody>
        </Table>
        <div className="flex flex-wrap items-center gap-2 px-4 py-3">
          <Button type="submit" variant="primary">
            {t("import.map.goOn")}
          </Button>
          <Button variant="ghost" onClick={onOther}>
            {t("import.other")}
          </Button>
          <p role="alert" className="text-bad">
            {isAsked && missing[0] ? t(`import.map.missing.${missing.length === 2 ? "both" : missing[0]}`) : ""}
          </p>
        </div>
      </form>
    </Section>
  );
}
