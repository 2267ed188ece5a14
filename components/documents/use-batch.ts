import { useEffect, useState } from "react";
import { useWorkspace } from "../environment";
import type { Batch } from "./batch-panel";

/** The state of the last printed labels; a job is remembered on this device until it is dismissed. */
export function useBatch() {
  const { environment, account } = useWorkspace();
  const [batch, setBatch] = useState<Batch | null>(null);
  const store = `sampan-print-job-${environment}-${account.id}`;

  useEffect(() => {
    const id = localStorage.getItem(store);
    if (id) setBatch({ kind: "job", id });
  }, [store]);

  return {
    batch,
    show(next: Batch) {
      if (next.kind === "job") localStorage.setItem(store, next.id);
      setBatch(next);
    },
    dismiss() {
      localStorage.removeItem(store);
      setBatch(null);
    },
  };
}
