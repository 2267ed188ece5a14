"use client";

import { useEffect } from "react";
import { ApiFailure } from "@/lib/api-client";
import { useFailureToast } from "./failure-toast";

function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  const { pathname, search } = window.location;
  return !(link.hash && link.pathname === pathname && link.search === search);
}

/**
 * Without a network a link would end on the browser's own error page: the page stays instead, and a notice says why.
 */
export function useStayOffline(): void {
  const showFailure = useFailureToast({ reading: true });
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (navigator.onLine || !leadsAway(event)) return;
      event.preventDefault();
      event.stopPropagation();
      showFailure(new ApiFailure({ kind: "network", status: 0, message: "There is no network." }));
    }
    // Before React, whose links navigate by themselves.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [showFailure]);
}
