"use client";

import LeaveGuard, { type LeaveWords } from "./leave-guard";

/** Asks before the page is left while something is not saved, or is running. */
export function LeaveQuestion({ isUnsaved, ...words }: LeaveWords & { isUnsaved: boolean }) {
  return isUnsaved ? <LeaveGuard {...words} /> : null;
}
