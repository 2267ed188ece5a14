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
      // Where what opened it has gone, as the row that was deleted, the content begins anew.
      const back = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (!(back instanceof HTMLElement)) return;
      event.preventDefault();
      back.focus({ preventScroll: back !== opener.current });
    },
  };
}
