// Hong Kong has had one offset and no summer time since 1979, so plain arithmetic is exact.
const HONG_KONG_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** Whether the text is `YYYY-MM-DD` and a day that exists. */
export function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith("0000")) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  // 30 February is read as 1 March.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

/** The date in Hong Kong at an instant, `YYYY-MM-DD`. */
export function hongKongDate(instant: Date): string {
  return new Date(instant.getTime() + HONG_KONG_OFFSET_MS).toISOString().slice(0, 10);
}

/** ISO 8601 with milliseconds and the offset `+08:00` (contract §13.11). */
export function hongKongIso(instant: Date): string {
  return new Date(instant.getTime() + HONG_KONG_OFFSET_MS).toISOString().replace("Z", "+08:00");
}

/** `YYYY-MM-DD HH:MM:SS` in Hong Kong. */
export function hongKongDateTime(instant: Date): string {
  return new Date(instant.getTime() + HONG_KONG_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** The instant at which a Hong Kong day begins. */
export function startOfHongKongDay(date: string): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - HONG_KONG_OFFSET_MS);
}

/** The date a number of days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The weekday of a date, ISO 8601: 1 is Monday and 7 is Sunday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The instant of a Hong Kong day and time as a `datetime-local` control has it; undefined: empty. */
export function instantOf(local: string): string | undefined {
  return local ? `${local.length === 16 ? `${local}:00` : local}+08:00` : undefined;
}

/** The value of a `datetime-local` control for an instant, in Hong Kong. */
export function localOf(instant: string): string {
  return hongKongIso(new Date(instant)).slice(0, 16);
}
