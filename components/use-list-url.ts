"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { ApiFailure } from "@/lib/api-client";
import type { ChangeList, ListUrl } from "@/lib/list-url";
import { useFailureToast } from "./ui/failure-toast";

/**
 * Changes a list through its URL, which the server reads. `shown` has the new query at once; the rows stay until the
 * next ones are there.
 */
export function useListUrl<Query extends object>(query: Query, base: string, { changed, listHref }: ListUrl<Query>) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query, changed);
  const showFailure = useFailureToast({ reading: true });
  const change: ChangeList<Query> = (next, history = "push") => {
    // Without a network the router would go to the browser's own error page.
    if (!navigator.onLine)
      return showFailure(new ApiFailure({ kind: "network", status: 0, message: "There is no network." }));
    startTransition(() => {
      show(next);
      router[history](listHref(base, changed(shown, next)), { scroll: false });
    });
  };
  return { shown, change, isPending };
}
