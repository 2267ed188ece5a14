import { randomInt } from "node:crypto";
import type { AttemptTrigger } from "@/lib/contracts/webhook-delivery";

/** A delivery in its state when the attempt was claimed. */
export type Tried = { trigger: AttemptTrigger; tries: number; abandoned: number; resumeAt: Date | null };

/** The result of an attempt: only status 200 is success (contract §15.6). */
export type Verdict = "SUCCEEDED" | "FAILED" | "ABANDONED";

/**
 * What happens to a delivery after an attempt. `waitMs` counts from the end of the attempt; null: there is no further
 * attempt.
 */
export type Next = {
  status: "succeeded" | "failed" | "pending";
  waitMs: number | null;
  trigger: AttemptTrigger;
  tries: number;
  abandoned: number;
  /** The schedule is used up: the endpoint may have to be disabled (contract §15.7). */
  exhausted: boolean;
};

/** How often an attempt may be cut off by the end of its worker before it counts as a failure. */
const MAX_ABANDONED = 3;
const MAX_JITTER = 0.1;
/** A receiver's Retry-After extends a wait to at most this multiple of it. */
const MAX_STRETCH = 2;

/**
 * Decides what follows an attempt (contract §15.7). A wait is the scheduled one plus 0–10 %, never less. A test, and
 * the replay of a single delivery, have no retries of their own.
 */
export function nextAfter(
  tried: Tried,
  verdict: Verdict,
  schedule: readonly number[],
  now: Date,
  retryAfterSeconds: number | null = null,
  random = randomInt(1001) / 1000,
): Next {
  const { trigger, tries } = tried;
  const end = { waitMs: null, trigger, tries, abandoned: 0, exhausted: false };
  if (verdict === "SUCCEEDED") return { ...end, status: "succeeded" };
  if (verdict === "ABANDONED" && tried.abandoned < MAX_ABANDONED)
    return { ...end, status: "pending", waitMs: 0, abandoned: tried.abandoned + 1 };
  if (trigger === "test") return { ...end, status: "failed" };
  if (tried.resumeAt !== null) {
    const waitMs = Math.max(0, tried.resumeAt.getTime() - now.getTime());
    return { ...end, status: "pending", trigger: "retry", waitMs };
  }
  const seconds = schedule[tries];
  if (seconds === undefined) return { ...end, status: "failed", tries: tries + 1, exhausted: trigger !== "replay" };
  const scheduled = seconds * 1000 * (1 + random * MAX_JITTER);
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, seconds * 1000 * MAX_STRETCH);
  return { ...end, status: "pending", trigger: "retry", tries: tries + 1, waitMs: Math.max(scheduled, asked) };
}
