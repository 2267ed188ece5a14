"use client";

import { type ComponentType, useCallback, useEffect, useState } from "react";
import { lazily } from "@/lib/lazily";
import { onNoticeWaiting } from "./toast";
import { useFirstTouch } from "./use-first-touch";

/** Where notices appear; once, in the root layout. */
export function Toaster() {
  const [Notices, setNotices] = useState<ComponentType | null>(null);
  const load = useCallback(() => {
    // Without a network it does not come, and the next notice asks again.
    void lazily(() => import("./notices")).then(
      (loaded) => setNotices(() => loaded.default),
      () => undefined,
    );
  }, []);

  // A lost connection, too, must be told by a notice: what shows it is there before it is needed.
  useFirstTouch(load);
  useEffect(() => onNoticeWaiting(load), [load]);
  return Notices ? <Notices /> : null;
}
