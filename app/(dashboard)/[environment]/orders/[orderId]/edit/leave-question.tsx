"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

const LeaveDialog = lazy(() => import("./leave-dialog"));

/** The page of this product to which a press on a link would go instead; null for all else. */
function leadsTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  // Whatever makes the browser load another document, it asks about itself.
  if (origin !== window.location.origin) return null;
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return isHere ? null : `${pathname}${search}${hash}`;
}

/** Asks before the page is closed, or left by a link, over what was changed and not saved; returns the question. */
export function useLeaveQuestion(isChanged: boolean): ReactNode {
  const router = useRouter();
  const [asked, setAsked] = useState<string | null>(null);

  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // On its way down, before the link itself hears of it.
    const hold = (event: MouseEvent) => {
      const href = leadsTo(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(href);
    };
    window.addEventListener("beforeunload", ask);
    window.addEventListener("click", hold, true);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("click", hold, true);
    };
  }, [isChanged]);

  if (asked === null) return null;
  return (
    <Suspense>
      <LeaveDialog onLeave={() => router.push(asked)} onClose={() => setAsked(null)} />
    </Suspense>
  );
}
