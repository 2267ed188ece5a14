import { addDays, minutesOfDay, weekday } from "@/lib/calendar";
import { PICKUP_WINDOW } from "@/lib/order-choices";

/** Days that the form offers (decisions §3.14); the API sets no end. */
export const PICKUP_DAYS = 30;
const STEP_MINUTES = 30;

/** Why a provider does not collect on a day. */
export type ClosedReason = "weekday" | "holiday" | "over";
export type PickupDay = { date: string; weekday: number; closed: ClosedReason | null };

/** What the form knows of a provider's calendar (`GET /providers`). */
export type PickupCalendar = { pickup_weekdays: readonly number[]; pickup_closed_dates: readonly string[] };

/** Now in Hong Kong, as the form needs it. */
export type HongKongNow = { date: string; minutes: number };

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function steps(from: number, to: number): string[] {
  const times: string[] = [];
  for (let at = from; at <= to; at += STEP_MINUTES) times.push(clock(at));
  return times;
}

/** The hours from which a courier may come, without those that are over already. */
export function startTimes(date: string, now: HongKongNow): string[] {
  const { from, to } = PICKUP_WINDOW.start;
  return steps(minutesOfDay(from), minutesOfDay(to)).filter(
    (time) => date !== now.date || minutesOfDay(time) > now.minutes,
  );
}

/** The hours until which the courier may come: 150 minutes after the start at the earliest (specification §2.8). */
export function endTimes(start: string): string[] {
  const { from, to } = PICKUP_WINDOW.end;
  const begin = minutesOfDay(start || PICKUP_WINDOW.start.from);
  const earliest = Math.max(minutesOfDay(from), begin + PICKUP_WINDOW.minutes);
  return steps(Math.ceil(earliest / STEP_MINUTES) * STEP_MINUTES, minutesOfDay(to));
}

/** The next days with the reason for which the provider does not collect on some of them. */
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

/** The first day and the widest window that can still be had; what the form begins with. */
export function firstWindow(calendar: PickupCalendar, now: HongKongNow) {
  const day = pickupDays(calendar, now).find(({ closed }) => closed === null);
  if (!day) return null;
  const start = startTimes(day.date, now)[0] ?? PICKUP_WINDOW.start.from;
  return { pickup_date: day.date, pickup_start_time: start, pickup_end_time: endTimes(start).at(-1) ?? "" };
}
