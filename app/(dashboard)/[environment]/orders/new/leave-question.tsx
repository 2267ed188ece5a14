"use client";

import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useFirstTouch } from "@/components/ui/use-first-touch";
import { lazily } from "@/lib/lazily";
import type { LeaveWords } from "./leave-guard";

/** Asks before the page is left while something is saved nowhere, or is under way. */
export function LeaveQuestion({ isUnsaved, ...words }: LeaveWords & { isUnsaved: boolean }) {
  const [Guard, setGuard] = useState<ComponentType<LeaveWords> | null>(null);
  const load = useCallback(() => {
    void lazily(() => import("./leave-guard")).then(
      (loaded) => setGuard(() => loaded.default),
      () => undefined,
    );
  }, []);

  // What asks is there before the network goes, which may be why something is not saved.
  useFirstTouch(load);
  useEffect(() => {
    if (isUnsaved) load();
  }, [isUnsaved, load]);
  return Guard && isUnsaved ? <Guard {...words} /> : null;
}
