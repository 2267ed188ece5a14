import { useTranslations } from "next-intl";

const HOUR = 60;
const DAY = 24 * HOUR;

/** How long something has waited, in one unit: minutes, hours, or days from two days on. */
export function Age({ minutes }: { minutes: number }) {
  const t = useTranslations("ui.age");
  if (minutes < HOUR) return t("minutes", { count: minutes });
  if (minutes < 2 * DAY) return t("hours", { count: Math.floor(minutes / HOUR) });
  return t("days", { count: Math.floor(minutes / DAY) });
}
