"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onVisitEnded } from "@/lib/api-client";
import { lazyPart } from "../ui/lazy-part";

// Only support needs it, once an hour; it would come with every page of every merchant.
const VisitAgain = lazy(() => lazyPart(() => import("./visit-again")));

/** Asks support again why they look at the account when the hour is over, so that nothing on the page is lost. */
export function VisitEnded() {
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => onVisitEnded(() => setIsEnded(true)), []);
  if (!isEnded) return null;
  return (
    <Suspense>
      <VisitAgain onClose={() => setIsEnded(false)} />
    </Suspense>
  );
}
