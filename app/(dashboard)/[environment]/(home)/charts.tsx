"use client";

// Loaded late: charts and their figures, once the reader scrolls to them.

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ErrorState } from "@/components/ui/error-state";
import { Segments } from "@/components/ui/segments";
import { queryFor } from "@/lib/api-client";
import type { Figures } from "@/lib/contracts/order-figures";
import { decimal, money } from "@/lib/decimal";
import { FIGURE_DAYS } from "@/lib/figures";
import { formatDayOfYear, formatMoney, formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { DayChart } from "./day-chart";
import { DeliveryTimes } from "./delivery-times";
import { Destinations } from "./destinations";
import { Waiting } from "./waiting";

export type FiguresProps = {
  providers: readonly ListProvider[];
  /** By code, in the reader's language. */
  countries: Readonly<Record<string, string>>;
};

type Days = (typeof FIGURE_DAYS)[number];

/** What was sent and spent day by day, how long it took and where it went, each also as a table. */
export default function Charts({ providers, countries }: FiguresProps) {
  const t = useTranslations("home.figures");
  const language = useLocale();
  const { where } = useWorkspace();
  const [days, setDays] = useState<Days>("14");
  const read = useQuery({
    ...queryFor("readFigures", { days }, where),
    // The figures of other days stay while they are loaded.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const figures = read.data;
  if (read.isError && !figures) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  if (!figures) return <Waiting />;
  const orders = figures.day_list.reduce((sum, day) => sum + day.orders, 0);
  const spend = figures.day_list.reduce((sum, day) => sum.plus(day.spend), decimal(0));
  const span = t("span", {
    from: formatDayOfYear(figures.from, language),
    to: formatDayOfYear(figures.to, language),
    today: formatNumber(ordersOn(figures, figures.to)),
  });
  return (
    <div className="grid grid-cols-1 gap-4 @4xl:grid-cols-2" aria-busy={read.isFetching || undefined}>
      <DayChart
        title={t("orders")}
        figure={formatNumber(orders)}
        about={span}
        actions={<DaysChoice value={days} onChange={setDays} />}
        figures={figures}
        providers={providers}
        measure={(day) => day.orders}
        format={(value) => formatNumber(value)}
      />
      <DayChart
        title={t("spend")}
        figure={formatMoney(money(spend))}
        about={orders > 0 ? t("perOrder", { price: formatMoney(money(spend.div(orders))) }) : t("noOrders")}
        figures={figures}
        providers={providers}
        measure={(day) => Number(day.spend)}
        format={formatMoney}
      />
      <DeliveryTimes figures={figures} providers={providers} />
      <Destinations figures={figures} orders={orders} countries={countries} />
    </div>
  );
}

function ordersOn({ day_list }: Figures, day: string): number {
  return day_list.reduce((sum, each) => sum + (each.day === day ? each.orders : 0), 0);
}

function DaysChoice({ value, onChange }: { value: Days; onChange: (days: Days) => void }) {
  const t = useTranslations("home.figures");
  return (
    <Segments
      label={t("days")}
      value={value}
      onChange={onChange}
      options={FIGURE_DAYS.map((days) => ({ value: days, content: t("lastDays", { days }) }))}
    />
  );
}
