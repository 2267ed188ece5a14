"use client";

import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const Filter = lazy(() => import("./merchant-filter"));

/** The choice of merchant, which is loaded for staff alone. */
export function MerchantFilter() {
  return (
    <Suspense fallback={<Skeleton className="mb-4 h-15 w-full sm:w-80" />}>
      <Filter />
    </Suspense>
  );
}
