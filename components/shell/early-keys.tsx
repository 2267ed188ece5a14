"use client";

import { type RefObject, useLayoutEffect } from "react";

/** Keeps what is typed for a field that is still loading; it takes the field's place until then. */
export function EarlyKeys({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  useLayoutEffect(() => {
    function keep(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") onClose();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, [typed, onClose]);
  return null;
}
