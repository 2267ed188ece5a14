import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./cn";

/** Holds the space of what is loading, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block h-4 rounded-sm bg-line", className)} />;
}

/** Says once to screen readers that a part of the page is loading. */
export function LoadingRegion({ className, children }: { className?: string; children: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{t("loading")}</span>
      {children}
    </div>
  );
}

/** Rows of a table that is loading. */
export function SkeletonRows({ rows = 10, className }: { rows?: number; className?: string }) {
  return (
    <LoadingRegion className={cn("divide-y divide-line", className)}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="flex h-10 items-center gap-6 px-4">
          <Skeleton className="w-32" />
          <Skeleton className="w-20" />
          <Skeleton className="hidden w-48 sm:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </LoadingRegion>
  );
}
