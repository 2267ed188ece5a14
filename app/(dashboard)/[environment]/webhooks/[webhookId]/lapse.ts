"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/** The current time; null until the page runs in the browser, because the server does not know its clock. */
export function useNow(everyMs = 1000): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time as people say it: in the largest unit of which there are at least one and a half. */
export function spanOf(ms: number): { unit: "seconds" | "minutes" | "hours" | "days"; count: number } {
  if (ms < 90 * SECOND) return { unit: "seconds", count: Math.max(0, Math.ceil(ms / SECOND)) };
  if (ms < 90 * MINUTE) return { unit: "minutes", count: Math.round(ms / MINUTE) };
  if (ms < 36 * HOUR) return { unit: "hours", count: Math.round(ms / HOUR) };
  return { unit: "days", count: Math.round(ms / DAY) };
}

/** Whole milliseconds as text; `<1` below one, because nothing takes no time. */
export function wholeMs(ms: number): string {
  return ms < 1 ? "<1" : String(Math.round(ms));
}

/** "in 4 minutes", "for 3 hours", "2 days ago", in the reader's language. */
export function useLapseLabels() {
  const t = useTranslations("webhooks.time");
  return {
    until(instant: string, now: number): string {
      const ms = Date.parse(instant) - now;
      if (ms <= 0) return t("now");
      const { unit, count } = spanOf(ms);
      return t(`in.${unit}`, { count });
    },
    since(instant: string, now: number): string {
      const { unit, count } = spanOf(Math.max(0, now - Date.parse(instant)));
      return t(`for.${unit}`, { count });
    },
    ago(instant: string, now: number): string {
      const { unit, count } = spanOf(Math.max(0, now - Date.parse(instant)));
      return t(`ago.${unit}`, { count });
    },
  };
}
