"use client";

import type { ReactNode } from "react";
import { Dialog, DialogContent } from "./dialog";
import { ErrorState } from "./error-state";
import { LoadingRegion, Skeleton } from "./skeleton";

type Read<T> = { data: T | undefined; isPending: boolean; error: unknown; refetch: () => Promise<unknown> };

/** One thing at the side of a list, read when it is opened: while it loads, if it fails, and its content. */
export function ReadDrawer<T>({
  read,
  title,
  footer,
  children,
  onClose,
}: {
  read: Read<T>;
  title: ReactNode;
  footer: ReactNode;
  children: (data: T) => ReactNode;
  onClose: () => void;
}) {
  let content: ReactNode;
  if (read.data !== undefined) content = children(read.data);
  else if (read.isPending)
    content = (
      <LoadingRegion className="flex flex-col gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </LoadingRegion>
    );
  else content = <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        side="right"
        className="w-[min(44rem,100vw)]"
        title={<span className="flex flex-wrap items-center gap-2">{title}</span>}
        footer={footer}
      >
        {content}
      </DialogContent>
    </Dialog>
  );
}
