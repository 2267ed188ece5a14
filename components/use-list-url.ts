"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import type { ChangeList, ListUrl } from "@/lib/list-url";

/**
 * Changes a list by its URL, which the server reads. What was asked for is `shown` at once; the rows stay as they are
 * until the next ones are there.
 */
export function useListUrl<Query extends object>(query: Query, base: string, { changed, listHref }: ListUrl<Query>) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query, changed);
  const change: ChangeList<Query> = (next, history = "push") =>
    startTransition(() => {
      show(next);
      router[history](listHref(base, changed(shown, next)), { scroll: false });
    });
  return { shown, change, isPending };
}
