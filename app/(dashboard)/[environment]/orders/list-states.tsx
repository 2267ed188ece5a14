"use client";

import { cn } from "@/components/ui/cn";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListChange } from "./list-url";

/** The filters beside the tab; taking them away is what "clear filters" does. */
export const NO_FILTERS = {
  q: null,
  ship_type: null,
  shipping_provider: null,
  created_from: null,
  created_to: null,
} as const satisfies ListChange;

/** Whether anything but the tab narrows the list. */
export function isFiltered(query: ListOrdersQuery): boolean {
  return Object.keys(NO_FILTERS).some((field) => query[field as keyof typeof NO_FILTERS]);
}

// The columns of list-rows.tsx; the last one that is shown ends where prices end.
const SKELETON = "grid-cols-[1rem_8rem_6rem_minmax(0,1fr)_6.5rem_7rem_8rem_6rem]";

/** A list on its way, in the size of what comes. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingRegion className="@container">
      <div className="h-9 border-b border-line @max-2xl:hidden" />
      <div className="divide-y divide-line">
        {Array.from({ length: Math.min(rows, 20) }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            key={index}
            className={cn(
              "grid h-10 items-center gap-x-4 px-4 @max-2xl:h-32 @max-2xl:grid-cols-[minmax(0,1fr)_6rem]",
              SKELETON,
            )}
          >
            <Skeleton className="@max-2xl:hidden" />
            <Skeleton />
            <Skeleton className="@max-2xl:order-1 @max-2xl:h-6" />
            <Skeleton className="w-28 max-w-full @max-2xl:order-2" />
            <Skeleton className="@max-2xl:order-3" />
            <Skeleton className="h-6 @max-2xl:hidden" />
            <Skeleton className="@max-2xl:hidden" />
            <Skeleton className="@max-2xl:hidden" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
