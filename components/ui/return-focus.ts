"use client";

import { createContext, useContext, useRef } from "react";

/** What has the focus; for an item of a menu, which is gone when the dialog closes, the menu's button. */
export function focusedElement(): Element | null {
  const menu = document.activeElement?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : document.activeElement;
}

/** What opened a dialog that could not take the focus at once. */
export const OpenerContext = createContext<Element | null>(null);

/** Returns the focus to whatever opened a dialog: radix knows only triggers, and many dialogs have none. */
export function useReturnFocus() {
  const before = useContext(OpenerContext);
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      const now = focusedElement();
      opener.current = now === document.body ? (before ?? now) : now;
    },
    onCloseAutoFocus(event: Event) {
      // Another dialog has taken its place: to leave it and come back would select, and so replace, what is typed there.
      if (document.activeElement?.closest("[role=dialog], [role=alertdialog]")) return event.preventDefault();
      const isThere = opener.current?.isConnected;
      // If what opened it is gone, such as a deleted row, the focus starts again at the content, unless something else
      // has it.
      if (!isThere && document.activeElement !== document.body) return event.preventDefault();
      const back = isThere ? opener.current : document.getElementById("content");
      if (!(back instanceof HTMLElement)) return;
      event.preventDefault();
      back.focus({ preventScroll: !isThere });
    },
  };
}
