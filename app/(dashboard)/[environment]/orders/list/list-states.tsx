"use client";

import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";

/** A list while it loads, in its final size. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingRegion className="@container">
      <div className="h-9 border-b border-line @max-2xl:hidden" />
      <div className="divide-y divide-line">
        {Array.from({ length: Math.min(rows, 20) }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            key={index}
            // The columns of every choice: number, recipient and status.
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
