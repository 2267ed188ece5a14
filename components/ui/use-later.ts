import { useEffect, useState } from "react";

/** The value as it was when it last did not change for this long, so that a search need not follow every letter. */
export function useLater<T>(value: T, pauseMs: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return later;
}
