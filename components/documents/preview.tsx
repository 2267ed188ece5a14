"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";

const PreviewDialog = lazy(() => lazyPart(() => import("./preview-dialog")));

/** The preview of a PDF, loaded when it is asked for. */
export function Preview(props: ComponentProps<typeof PreviewDialog>) {
  return (
    <Suspense>
      <PreviewDialog {...props} />
    </Suspense>
  );
}
