import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/server/log";
import { isConnectionError } from "./database";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Repeats the work until the database can be reached, with a log line for each failure. Other errors are thrown.
 * Undefined: the signal came first.
 */
export async function whenReachable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      log().warn({ reason: reasonOf(error), retry_ms: pauseMs }, "the database cannot be reached");
      // Waiting fails only because of the signal.
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

/** Why the database cannot be reached, in words. Connecting to several addresses gives an error without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
