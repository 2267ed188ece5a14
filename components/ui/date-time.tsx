import { useLocale } from "next-intl";
import { formatDate, formatDateTime, isoOf } from "@/lib/format";
import { cn } from "./cn";

/** An instant as Hong Kong reads it: ISO text, the API's `YYYY-MM-DD HH:MM:SS`, or with `dateOnly` only the day. */
export function DateTime({
  value,
  seconds = false,
  dateOnly = false,
  className,
}: {
  value: string;
  seconds?: boolean;
  dateOnly?: boolean;
  className?: string;
}) {
  const language = useLocale();
  const full = formatDateTime(value, language, { seconds: true });
  const shown = formatDateTime(value, language, { seconds });
  return (
    <time
      dateTime={isoOf(value) ?? undefined}
      title={`${full} HKT`}
      className={cn("whitespace-nowrap tabular-nums", className)}
    >
      {dateOnly ? shown.replace(/,? [\d:]+$/, "") : shown}
    </time>
  );
}

/** A calendar day `YYYY-MM-DD`, with its weekday where that matters. */
export function CalendarDate({ date, weekday = false }: { date: string; weekday?: boolean }) {
  const language = useLocale();
  return (
    <time dateTime={date} className="whitespace-nowrap tabular-nums">
      {formatDate(date, language, { weekday })}
    </time>
  );
}
