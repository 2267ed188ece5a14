"use client";

import { useEffect, useState } from "react";

const UNATTENDED_MS = 5 * 60_000;
const LOOK_MS = 15_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Whether the page is in use. Each call renews a session, so polling an unattended page would keep it from
 * expiring.
 */
export function useAttended(): boolean {
  const [isAttended, setIsAttended] = useState(true);
  useEffect(() => {
    let lastSign = Date.now();
    const sign = () => {
      lastSign = Date.now();
      setIsAttended(true);
    };
    for (const type of SIGNS) window.addEventListener(type, sign, { passive: true });
    const timer = setInterval(() => setIsAttended(Date.now() - lastSign < UNATTENDED_MS), LOOK_MS);
    return () => {
      for (const type of SIGNS) window.removeEventListener(type, sign);
      clearInterval(timer);
    };
  }, []);
  return isAttended;
}
