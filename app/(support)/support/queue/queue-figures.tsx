"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSupport } from "@/components/support/workspace";
import { CalendarDate } from "@/components/ui/date-time";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { useDuration } from "./case-labels";

/** What the last seven days brought, by day and by person. */
export function QueueFigures() {
  const t = useTranslations("support.queue.figures");
  const { where } = useSupport();
  const duration = useDuration();
  const figures = useQuery(queryFor("readCaseFigures", {}, where)).data;
  if (!figures || figures.days.length === 0) return null;
  const median = (minutes: number | null) => (minutes === null ? "–" : duration(minutes));
  return (
    <Section title={t("title")} description={t("hint")} flush>
      <Figures
        caption={t("byDay")}
        columns={[t("day"), t("opened"), t("closed"), t("settled"), t("median")]}
        rows={figures.days
          .toReversed()
          .map((row) => [
            <CalendarDate key="day" date={row.day} weekday />,
            formatNumber(row.opened),
            formatNumber(row.closed),
            formatNumber(row.settled),
            median(row.median_minutes),
          ])}
      />
      {figures.people.length > 0 ? (
        <Figures
          caption={t("byPerson")}
          columns={[t("person"), t("closed"), t("median")]}
          rows={figures.people.map((row) => [row.name, formatNumber(row.closed), median(row.median_minutes)])}
        />
      ) : null}
    </Section>
  );
}

function Figures({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <Table label={caption} className="border-t border-line">
      <THead>
        <TR>
          {columns.map((name, column) => (
            <TH key={name} align={column === 0 ? "start" : "end"}>
              {name}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
          <TR key={index}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
              <TD key={column} align={column === 0 ? "start" : "end"}>
                {cell}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
