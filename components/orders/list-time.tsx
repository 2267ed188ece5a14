import { useLocale } from "next-intl";
import { formatDate, formatDateTime, isoOf } from "@/lib/format";
import type { Language } from "@/lib/i18n/validation";

/**
 * An instant as short as a list needs it: with the hour in this year, only the day for older ones; in full as a
 * tooltip.
 */
export function ListTime({ value, today }: { value: string; today: string }) {
  const language = useLocale();
  const full = formatDateTime(value, language);
  const year = today.slice(0, 4);
  const isThisYear = full.includes(year);
  const shown = isThisYear
    ? full.replace(language === "en" ? ` ${year}` : `${year}年`, "")
    : full.replace(/,? [\d:]+$/, "");
  return (
    <time dateTime={isoOf(value) ?? undefined} title={`${formatDateTime(value, language, { seconds: true })} HKT`}>
      {shown}
    </time>
  );
}

/** A day as short as a list needs it: without the year in this one. */
export function shortDay(day: string, language: Language, today: string): string {
  const whole = formatDate(day, language);
  return day.startsWith(today.slice(0, 4)) ? whole.replace(/ ?\d{4}年?/, "") : whole;
}
