"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import type { Figures } from "@/lib/contracts/order-figures";
import { DELIVERY_DAYS } from "@/lib/figures";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";

/** Below so many in a hundred it is said in red. */
const ON_TIME_PERCENT = 90;
const DAY_HOURS = 24;

/** How long parcels took from collection to delivery, by service: most of them as a bar, half of them as a mark. */
export function DeliveryTimes({ figures, providers }: { figures: Figures; providers: readonly ListProvider[] }) {
  const t = useTranslations("home.figures");
  const names = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  const rows = figures.delivery_list;
  const most = Math.max(1, ...rows.map(({ hours_high }) => hours_high ?? 0));
  const last = (hours: number | null) => {
    if (hours === null) return "–";
    return hours < 2 * DAY_HOURS
      ? t("hours", { hours: String(Math.round(hours)) })
      : t("inDays", { days: (hours / DAY_HOURS).toFixed(1) });
  };
  return (
    <Section title={t("delivery")} description={t("deliveryAbout", { days: String(DELIVERY_DAYS) })} flush>
      {rows.length === 0 ? (
        <EmptyState title={t("noneDelivered")} />
      ) : (
        <ListTable
          label={t("delivery")}
          isAside
          opens="nothing"
          cards="never"
          rows={rows}
          keyOf={({ shipping_provider }) => shipping_provider}
          columns={[
            {
              key: "service",
              head: t("service"),
              cell: ({ shipping_provider }) => names.get(shipping_provider) ?? shipping_provider,
            },
            {
              key: "range",
              head: t("range"),
              room: "@max-lg:hidden",
              place: "w-2/5 text-xs text-muted",
              cell: ({ hours_low, hours_median, hours_high }) =>
                hours_low === null || hours_median === null || hours_high === null ? null : (
                  <>
                    <span aria-hidden="true" className="relative block h-2">
                      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
                      <span
                        className="absolute inset-y-0 rounded-full bg-(--series-2)"
                        style={{
                          left: `${(hours_low / most) * 100}%`,
                          width: `${((hours_high - hours_low) / most) * 100}%`,
                        }}
                      />
                      <span
                        className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-full bg-(--series-1)"
                        style={{ left: `${(hours_median / most) * 100}%` }}
                      />
                    </span>
                    <span className="mt-1 block tabular-nums">
                      {last(hours_low) === last(hours_high)
                        ? last(hours_low)
                        : t("between", { from: last(hours_low), to: last(hours_high) })}
                    </span>
                  </>
                ),
            },
            {
              key: "median",
              head: t("median"),
              align: "end",
              cell: ({ hours_median }) => last(hours_median),
            },
            {
              key: "delivered",
              head: t("delivered"),
              align: "end",
              cell: ({ delivered }) => formatNumber(delivered),
            },
            {
              key: "onTime",
              head: t("onTime"),
              align: "end",
              cell: ({ promised, on_time }) => {
                if (promised === 0) return "–";
                const percent = Math.floor((on_time / promised) * 100);
                return <span className={cn(percent < ON_TIME_PERCENT && "font-semibold text-bad")}>{percent} %</span>;
              },
            },
          ]}
        />
      )}
    </Section>
  );
}
