"use client";

import { useCallback } from "react";
import { ApiFailure } from "@/lib/api-client";
import { RequestId, useFailureMessage } from "./error-state";
import { toast } from "./toast";

/**
 * Shows a failure as a notice: what happened, whether anything was lost, what to do. `reading`: the call changes
 * nothing.
 */
export function useFailureToast({ reading = false }: { reading?: boolean } = {}): (error: unknown) => void {
  const failureMessage = useFailureMessage();
  return useCallback(
    (error) => {
      // The dialog of the ended session already says it.
      if (error instanceof ApiFailure && error.status === 401) return;
      const { title, lost, todo, detail, requestId } = failureMessage(error, { reading });
      toast.error(detail ?? title, {
        // A failure that repeats is shown once, with the latest request id.
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
    [failureMessage, reading],
  );
}
