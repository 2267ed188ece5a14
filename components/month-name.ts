"use client";

import { useFormatter } from "next-intl";

/** `2026-11` as the reader says it. */
export function useMonthName(): (month: string) => string {
  const format = useFormatter();
  return (month) =>
    format.dateTime(new Date(`${month}-01T00:00:00Z`), { year: "numeric", month: "long", timeZone: "UTC" });
}
