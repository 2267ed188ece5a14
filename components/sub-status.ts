import { useTranslations } from "next-intl";
import type { SUB_STATUSES } from "@/lib/orders/status";

/** What a scan says besides its event, in one line: its sub-status in the reader's language, and the carrier's words. */
export function useScanLabel() {
  const t = useTranslations("subStatus");
  return (sub: string | null, description: string | null): string => {
    const known = sub && t.has(sub as (typeof SUB_STATUSES)[number]) ? t(sub as (typeof SUB_STATUSES)[number]) : sub;
    return [known && description?.startsWith(known) ? null : known, description].filter(Boolean).join(" · ");
  };
}
