import { useLayoutEffect } from "react";

/** Calls `load` at the first interaction with the page: what is needed a moment later loads then, and not before. */
export function useFirstTouch(load: () => void): void {
  // Before the page is shown: it may be touched as soon as it is.
  useLayoutEffect(() => {
    const touches = new AbortController();
    for (const type of ["pointerdown", "keydown"])
      window.addEventListener(type, load, { once: true, passive: true, signal: touches.signal });
    return () => touches.abort();
  }, [load]);
}
