"use client";

import { lazy, Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

const Filter = lazy(() => lazyPart(() => import("./merchant-filter")));

/** The choice of merchant, which is loaded for staff alone. */
export function MerchantFilter() {
  return (
    <Suspense fallback={<Skeleton className="mb-4 h-15 w-full sm:w-80" />}>
      <Filter />
    </Suspense>
  );
}
