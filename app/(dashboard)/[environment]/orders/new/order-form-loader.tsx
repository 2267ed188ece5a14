"use client";

import dynamic from "next/dynamic";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";

/** The place of the form until it is loaded. */
export function FormSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-96 w-full" />
    </LoadingRegion>
  );
}

/** The form, apart from the question before it: whoever still chooses a kind of order does not load it. */
export const OrderForm = dynamic(
  () => lazyPart(() => import("./order-form").then((module) => ({ default: module.OrderForm }))),
  {
    loading: () => <FormSkeleton />,
  },
);
