import { randomInt } from "node:crypto";
import type { Environment } from "@/lib/environment";
import { type Clock, systemClock } from "@/server/clock";
import { processWide } from "@/server/process-wide";

// Ids count from here: 12 digits of milliseconds and three random ones stay within 15 digits until 2051 (contract
// §13.1).
const EPOCH = Date.UTC(2020, 0, 1);
const ids = processWide("order-ids", () => ({ last: 0 }));

/**
 * A new order id with its creation time: milliseconds since 2020 and three random digits. Ids of one process always
 * grow, unless `now` is another clock than the machine's. Two processes may create the same one, which the primary key
 * refuses.
 */
export function newOrderId(now: Clock = systemClock): { id: string; createdAt: Date } {
  const candidate = (now().getTime() - EPOCH) * 1000 + randomInt(1000);
  const isPresent = now === systemClock;
  const id = !isPresent || candidate > ids.last ? candidate : ids.last + 1 + randomInt(7);
  if (isPresent) ids.last = id;
  return { id: String(id), createdAt: new Date(EPOCH + Math.floor(id / 1000)) };
}

/** Makes ids follow only the clock: for tests, where one that fakes it forward leaves the next ids in the future. */
export function forgetIds(): void {
  ids.last = 0;
}

/** The smallest id that an order created at this instant or later can have. */
export function firstIdAt(instant: Date): string {
  return String(Math.max(0, instant.getTime() - EPOCH) * 1000);
}

const PREFIX: Record<Environment, string> = { production: "SP", testing: "ST" };

/** The check digit of ISO 7064 MOD 11,10, which detects every single wrong digit and nearly all swaps. */
export function checkDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return String((11 - product) % 10);
}

/** A new tracking number: 13 characters, the environment's prefix, ten random digits, a check digit. */
export function newTrackingNumber(environment: Environment): string {
  const digits = String(randomInt(1e10)).padStart(10, "0");
  return PREFIX[environment] + digits + checkDigit(digits);
}

/** The environment of a tracking number, exactly as written; null when prefix, length or check digit are wrong. */
export function environmentOfNumber(number: string): Environment | null {
  const [, prefix, digits = "", check] = /^(S[PT])(\d{10})(\d)$/.exec(number) ?? [];
  if (check === undefined || check !== checkDigit(digits)) return null;
  return prefix === PREFIX.production ? "production" : "testing";
}
