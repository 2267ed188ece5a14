import { useEffect } from "react";

/** Calls `load` with the first touch of the page: what is wanted a moment later is fetched by then, and not before. */
export function useFirstTouch(load: () => void): void {
  useEffect(() => {
    const touches = new AbortController();
    for (const type of ["pointerdown", "keydown"])
      window.addEventListener(type, load, { once: true, passive: true, signal: touches.signal });
    return () => touches.abort();
  }, [load]);
}
