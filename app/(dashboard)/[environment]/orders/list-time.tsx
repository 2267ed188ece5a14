import { useLocale } from "next-intl";
import { formatDateTime, isoOf } from "@/lib/format";

/** An instant as short as a list needs it: this year's with its hour, an older one's day alone; whole on hovering. */
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
