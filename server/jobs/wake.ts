import type { JobKind } from "@/lib/jobs";
import { processWide } from "@/server/process-wide";

type Listener = (kind: JobKind) => void;

const listeners = processWide("job-listeners", () => new Set<Listener>());

/** Calls `listener` when a job was added, here or in a sibling process. Returns the function that ends it. */
export function onJobs(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a job of this kind waits. */
export function wakeJobs(kind: JobKind): void {
  for (const listener of listeners) listener(kind);
}
