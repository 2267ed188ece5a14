"use client";

import { useCallback } from "react";
import { ApiFailure } from "@/lib/api-client";
import { RequestId, useFailureWords } from "./error-state";
import { toast } from "./toast";

/** Shows a failure as a notice: what happened, whether anything was lost, what to do. `reading`: nothing was to be changed. */
export function useFailureToast({ reading = false }: { reading?: boolean } = {}): (error: unknown) => void {
  const words = useFailureWords();
  return useCallback(
    (error) => {
      // The dialog of the ended session says it already.
      if (error instanceof ApiFailure && error.status === 401) return;
      const { title, lost, todo, detail, requestId } = words(error, { reading });
      toast.error(detail ?? title, {
        // Tried again and again, it is told once, with the latest number.
        id: detail ?? title,
        description: (
          <>
            {lost} {todo}
            {requestId ? <RequestId id={requestId} className="mt-1" /> : null}
          </>
        ),
        duration: 12_000,
      });
    },
    [words, reading],
  );
}
