import { randomInt } from "node:crypto";
import type { AttemptTrigger } from "@/lib/contracts/webhook-delivery";

/** A delivery as it stood when its attempt was claimed. */
export type Tried = { trigger: AttemptTrigger; tries: number; abandoned: number; resumeAt: Date | null };

/** What an attempt came to: a status of 200 alone is success (specification §6.4). */
export type Verdict = "SUCCEEDED" | "FAILED" | "ABANDONED";

/** What becomes of a delivery after an attempt. `waitMs` counts from the end of the attempt; null: there is no other. */
export type Next = {
  status: "succeeded" | "failed" | "pending";
  waitMs: number | null;
  trigger: AttemptTrigger;
  tries: number;
  abandoned: number;
  /** The schedule is used up: the endpoint may have to be disabled (decisions §8.7). */
  exhausted: boolean;
};

/** How often an attempt may be cut off with its worker before it counts as a failure. */
const MAX_ABANDONED = 3;
const MAX_JITTER = 0.1;
/** A receiver's Retry-After stretches a wait up to so many times itself. */
const MAX_STRETCH = 2;

/**
 * Decides what follows an attempt (decisions §8.7). A wait is the schedule's plus 0–10 %, never less. A test, and the
 * replay of a single delivery, have no retries of their own.
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
