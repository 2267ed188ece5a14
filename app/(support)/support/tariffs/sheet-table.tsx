"use client";

import { useTranslations } from "next-intl";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { SHEET_COLUMNS, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";
import { useCellWords } from "./cell-words";
import type { ServiceNames } from "./sheet-words";

/** The rows of a sheet to read. */
export function SheetTable({
  kind,
  rows,
  services,
}: {
  kind: SheetKind;
  rows: readonly SheetRow[];
  services: ServiceNames;
}) {
  const t = useTranslations("tariffs");
  const words = useCellWords(services);
  const columns = SHEET_COLUMNS[kind];
  const keys = columns.filter(({ isKey }) => isKey);
  const align = (of: (typeof columns)[number]) => (of.kind === "decimal" || of.kind === "integer" ? "end" : "start");
  return (
    <Table label={t("read.rows")}>
      <THead>
        <TR>
          {columns.map((column) => (
            <TH key={column.name} align={align(column)} className="whitespace-normal">
              {words.column(column.name)}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {rows.map((row) => (
          <TR key={keys.map(({ name }) => row[name]).join(" ")}>
            {columns.map((column) => (
              <TD key={column.name} align={align(column)} className={column.name === "countries" ? "min-w-40" : ""}>
                {words.cell(row, column.name) || "–"}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
