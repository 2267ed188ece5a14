import { hongKongDate } from "@/lib/calendar";

/** This month in Hong Kong. */
export const THIS = hongKongDate(new Date()).slice(0, 7);

/** The month that was so many months ago. */
export function ago(months: number): string {
  const [year = 0, month = 0] = THIS.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
