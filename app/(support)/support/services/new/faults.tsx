"use client";

import { useTranslations } from "next-intl";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { type ErrorEntry, MAX_ENTRIES } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { type Loose, list } from "@/lib/loose";

type Fault = { row: number | null; column: string; message: string };

/** The faults of a file are beside its one entry; those of points have an entry each. */
function faultsOf(entries: readonly ErrorEntry[]): Fault[] {
  return entries
    .flatMap((entry) => (Array.isArray(entry.faults) ? list(entry.faults) : [entry as Loose]))
    .map(({ row, column, field, message }) => ({
      row: typeof row === "number" ? row : null,
      column: String(column ?? field),
      message: String(message),
    }));
}

/** What is wrong with a list, by row and column. */
export function Faults({ entries }: { entries: readonly ErrorEntry[] }) {
  const t = useTranslations("support.services.faults");
  const faults = faultsOf(entries);
  return (
    <Section
      flush
      title={t(faults.length === MAX_ENTRIES ? "titleMany" : "title", { count: faults.length })}
      description={t("about")}
      className="border-bad"
    >
      <ListTable
        label={t("label")}
        rows={faults}
        keyOf={({ row, column }) => `${row} ${column}`}
        opens="nothing"
        isAside
        rowClass="card:grid-cols-2"
        columns={[
          {
            key: "row",
            head: t("row"),
            width: 6,
            align: "end",
            isNamed: true,
            place: "tabular-nums",
            cell: ({ row }) => (row === null ? "–" : formatNumber(row)),
          },
          {
            key: "column",
            head: t("column"),
            width: 12,
            isNamed: true,
            place: "break-all",
            cell: ({ column }) => column,
          },
          {
            key: "fault",
            head: t("fault"),
            place: "min-w-0 break-words text-bad card:col-span-2",
            cell: ({ message }) => message,
          },
        ]}
      />
    </Section>
  );
}
