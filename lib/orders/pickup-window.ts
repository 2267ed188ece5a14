import { addDays, hongKongDate, minutesOfDay, weekday } from "@/lib/calendar";
import { PICKUP_WINDOW } from "@/lib/orders/choices";

/** Days that the form offers (contract §12.10); the API sets no end. */
const PICKUP_DAYS = 30;
const STEP_MINUTES = 30;

/** Why a provider does not collect on a day. */
type ClosedReason = "weekday" | "holiday" | "over";
export type PickupDay = { date: string; weekday: number; closed: ClosedReason | null };

/** What the form knows of a provider's calendar (`GET /providers`). */
export type PickupCalendar = { pickup_weekdays: readonly number[]; pickup_closed_dates: readonly string[] };

/** Now in Hong Kong, as the form needs it. */
export type HongKongNow = { date: string; minutes: number };

/** What the time is in Hong Kong, for the forms. */
export function hongKongNow(): HongKongNow {
  const now = new Date();
  const local = new Date(now.getTime() + 8 * 3_600_000);
  return { date: hongKongDate(now), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function steps(from: number, to: number): string[] {
  const times: string[] = [];
  for (let at = from; at <= to; at += STEP_MINUTES) times.push(clock(at));
  return times;
}

/** The hours from which a courier may come, without those already past. */
export function startTimes(date: string, now: HongKongNow): string[] {
  const { from, to } = PICKUP_WINDOW.start;
  return steps(minutesOfDay(from), minutesOfDay(to)).filter(
    (time) => date !== now.date || minutesOfDay(time) > now.minutes,
  );
}

/** The hours until which the courier may come: 150 minutes after the start at the earliest (contract §12.10). */
export function endTimes(start: string): string[] {
  const { from, to } = PICKUP_WINDOW.end;
  const begin = minutesOfDay(start || PICKUP_WINDOW.start.from);
  const earliest = Math.max(minutesOfDay(from), begin + PICKUP_WINDOW.minutes);
  return steps(Math.ceil(earliest / STEP_MINUTES) * STEP_MINUTES, minutesOfDay(to));
}

/** The next days, each with the reason why the provider does not collect then, if any. */
export function pickupDays(calendar: PickupCalendar, now: HongKongNow): PickupDay[] {
  return Array.from({ length: PICKUP_DAYS }, (_, index) => {
    const date = addDays(now.date, index);
    const day = weekday(date);
    let closed: ClosedReason | null = null;
    if (!calendar.pickup_weekdays.includes(day)) closed = "weekday";
    else if (calendar.pickup_closed_dates.includes(date)) closed = "holiday";
    else if (startTimes(date, now).length === 0) closed = "over";
    return { date, weekday: day, closed };
  });
}

/** Hours that a collection should have, each if it is given. */
export type PickupHours = { pickup_start_time?: string | undefined; pickup_end_time?: string | undefined };

/** The first day and the widest window still available, or the hours that are wanted: the form's default. */
export function firstWindow(calendar: PickupCalendar, now: HongKongNow, wanted: PickupHours = {}) {
  for (const { date, closed } of pickupDays(calendar, now)) {
    if (closed !== null) continue;
    const starts = startTimes(date, now);
    const start = wanted.pickup_start_time ?? starts[0] ?? PICKUP_WINDOW.start.from;
    const ends = endTimes(start);
    const end = wanted.pickup_end_time ?? ends.at(-1) ?? "";
    // Later today there may be too little time left for them.
    if (starts.some((time) => time <= start) && ends.some((time) => time <= end))
      return { pickup_date: date, pickup_start_time: start, pickup_end_time: end };
  }
  return null;
}
