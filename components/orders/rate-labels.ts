import { useLocale, useTranslations } from "next-intl";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { DataOf } from "@/lib/contracts/contract";
import type { getRates } from "@/lib/contracts/rate";
import { formatDayOfYear, formatMoney } from "@/lib/format";

export type Rate = DataOf<typeof getRates>["rate_list"][number];

/** How many days a service takes. */
export function useDays(): (rate: Pick<Rate, "min_days" | "max_days">) => string {
  const t = useTranslations("orderForm.service");
  return ({ min_days: min, max_days: max }) => (min === max ? t("days", { min }) : t("daysRange", { min, max }));
}

/** The day until which what is confirmed today arrives, as orders have it (`estimated_delivery`). */
export function useArrival(): (rate: Pick<Rate, "max_days">) => string {
  const t = useTranslations("orderForm.service");
  const language = useLocale();
  return ({ max_days }) =>
    t("arrives", { day: formatDayOfYear(addDays(hongKongDate(new Date()), max_days), language, { weekday: true }) });
}

/** What a price is made of: the name of each part, and its amount in HKD. */
export function usePriceLines(): (rate: Pick<Rate, "price_breakdown">) => { name: string; amount: string }[] {
  const t = useTranslations("orderForm.service");
  return ({ price_breakdown }) =>
    price_breakdown.map(({ code, amount }) => {
      const key = `lines.${code}` as "lines.BASE";
      return { name: t.has(key) ? t(key) : code, amount };
    });
}

/** The same in one line. */
export function usePriceParts(): (rate: Pick<Rate, "price_breakdown">) => string {
  const lines = usePriceLines();
  return (rate) =>
    lines(rate)
      .map(({ name, amount }) => `${name} ${formatMoney(amount)}`)
      .join(" + ");
}
