"use client";

import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useFirstTouch } from "@/components/ui/use-first-touch";
import { lazily } from "@/lib/lazily";

/** Asks before the page is left while something typed is saved nowhere. */
export function LeaveQuestion({ isUnsaved, text }: { isUnsaved: boolean; text: string }) {
  const [Guard, setGuard] = useState<ComponentType<{ text: string }> | null>(null);
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
  return Guard && isUnsaved ? <Guard text={text} /> : null;
}
