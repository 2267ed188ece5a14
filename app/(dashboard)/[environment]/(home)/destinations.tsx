"use client";

import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import type { Figures } from "@/lib/contracts/order-figures";
import { formatMoney, formatNumber } from "@/lib/format";

/** As many rows as the table beside it has at most. */
const SHOWN = 8;

/** Where the orders of these days went, the most first; a bar is the share of all. */
export function Destinations({
  figures,
  orders,
  countries,
}: {
  figures: Figures;
  orders: number;
  countries: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("home.figures");
  const rows = figures.destination_list.slice(0, SHOWN);
  const more = figures.destination_list.length - rows.length;
  return (
    <Section title={t("destinations")} description={more > 0 ? t("most", { count: rows.length }) : undefined} flush>
      {rows.length === 0 ? (
        <EmptyState title={t("noOrders")} />
      ) : (
        <ListTable
          label={t("destinations")}
          isAside
          opens="nothing"
          cards="never"
          rows={rows}
          keyOf={({ country }) => country}
          columns={[
            { key: "country", head: t("country"), cell: ({ country }) => countries[country] ?? country },
            {
              key: "share",
              head: t("share"),
              room: "@max-lg:hidden",
              place: "w-2/5",
              cell: (row) => (
                <span className="flex items-center gap-2 text-xs text-muted tabular-nums">
                  <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-hover">
                    <span
                      className="block h-full bg-(--series-1)"
                      style={{ width: `${(row.orders / orders) * 100}%` }}
                    />
                  </span>
                  <span className="w-8 text-right">{Math.round((row.orders / orders) * 100)} %</span>
                </span>
              ),
            },
            { key: "orders", head: t("count"), align: "end", cell: (row) => formatNumber(row.orders) },
            { key: "spend", head: t("price"), align: "end", cell: ({ spend }) => formatMoney(spend) },
          ]}
        />
      )}
    </Section>
  );
}
