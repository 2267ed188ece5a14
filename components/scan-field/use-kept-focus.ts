import { type RefObject, useEffect, useState } from "react";
import { isCovered } from "./use-scan-keys";

/**
 * Gives a field the focus when the page opens, after a click on a button, and where the focus would be lost; it is left
 * to people who tab. Returns whether another window has the keyboard, so that scans go there.
 */
export function useKeptFocus(input: RefObject<HTMLInputElement | null>): boolean {
  const [isAway, setIsAway] = useState(false);

  useEffect(() => {
    const focusField = () => {
      if (!isCovered()) input.current?.focus({ preventScroll: true });
    };
    // What is scanned arrives here without the focus, so it is taken only where it is lost: its element went away or was
    // disabled. Past the last element of the page no element has it either, and Tab continues from there.
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    const isOnNothing = () => document.activeElement === document.body;
    const isUsable = () => last?.isConnected === true && !last.matches(":disabled");
    const takeIfLost = () => {
      if (isOnNothing() && !isUsable()) focusField();
    };
    // Printing hides the page, and what is hidden loses the focus.
    const restore = () => {
      if (!isOnNothing()) return;
      if (isUsable() && last instanceof HTMLElement) last.focus({ preventScroll: true });
      else focusField();
    };
    document.addEventListener("focusin", remember);
    focusField();
    const observer = new MutationObserver(() => requestAnimationFrame(takeIfLost));
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    // A person who works by keyboard keeps their focus; a pointer needs none.
    const onClick = ({ detail, target }: MouseEvent) => {
      if (detail === 0 || !(target instanceof Element) || !target.closest("button, a")) return;
      requestAnimationFrame(focusField);
    };
    const onFocus = () => {
      setIsAway(false);
      takeIfLost();
    };
    const onBlur = () => setIsAway(!document.hasFocus());
    window.addEventListener("focus", onFocus);
    window.addEventListener("blur", onBlur);
    window.addEventListener("click", onClick);
    window.addEventListener("afterprint", restore);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      window.removeEventListener("focus", onFocus);
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("click", onClick);
      window.removeEventListener("afterprint", restore);
    };
  }, [input]);

  return isAway;
}
