"use client";

import { useRef } from "react";

/** Gives the focus back to whatever opened a dialog: radix itself knows only of triggers, and many have none. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      const isThere = opener.current?.isConnected;
      // Where what opened it has gone, as the row that was deleted, the content begins anew, unless somebody cared already.
      if (!isThere && document.activeElement !== document.body) return event.preventDefault();
      const back = isThere ? opener.current : document.getElementById("content");
      if (!(back instanceof HTMLElement)) return;
      event.preventDefault();
      back.focus({ preventScroll: !isThere });
    },
  };
}
