"use client";

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
  order_ids: null,
} as const satisfies ListChange;

/** Whether anything but the tab narrows the list. */
export function isFiltered(query: ListOrdersQuery): boolean {
  return Object.keys(NO_FILTERS).some((field) => query[field as keyof typeof NO_FILTERS]);
}

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
            // What every choice of columns has: number, recipient and status.
            className="grid h-10 grid-cols-[8rem_minmax(0,1fr)_7rem] items-center gap-x-4 px-4 @max-2xl:h-32 @max-2xl:grid-cols-[minmax(0,1fr)_6rem]"
          >
            <Skeleton />
            <Skeleton className="w-28 max-w-full @max-2xl:order-1" />
            <Skeleton className="h-6" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
