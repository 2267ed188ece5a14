import { ApiFailure } from "@/lib/api-client";

/** The outcome for one item; REQUESTED: the warehouse has to agree first. */
export type Outcome = { kind: "DONE" | "REQUESTED" } | { kind: "FAILED"; error: unknown };

export type RunProgress = {
  /** How many have an outcome. */
  done: number;
  /** Seconds until it continues, while the server accepts no more requests. */
  waiting: number | null;
};

// A person's limit covers all their windows: some requests must be left for their other work.
const AT_ONCE = 3;

/** Whether it is not known if the operation was carried out: no answer came, or one that is not ours. */
export function isUnknown(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true;
  return error.kind === "network" || (error.status >= 500 && error.code === "");
}

/** Whether all other items would fail in the same way: no network, no session, not allowed, no database. */
function holdsForAll(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === "network" || [401, 403, 503].includes(error.status));
}

function secondsToWait(error: unknown): number | null {
  return error instanceof ApiFailure && error.status === 429 ? error.retryAfter : null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/**
 * Calls `act` for each item, a few at a time; one that fails does not delay the others. After the signal is aborted, or
 * a failure that all the others would meet, no more are started: running ones finish, the rest has no outcome. Never
 * throws.
 */
export async function runForMany<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<"DONE" | "REQUESTED">,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: RunProgress) => void },
): Promise<ReadonlyMap<Item, Outcome>> {
  const outcomes = new Map<Item, Outcome>();
  const queue = [...items];
  let isHeld = false;
  let waitUntil = 0;

  function tell() {
    const seconds = Math.ceil((waitUntil - Date.now()) / 1000);
    onProgress({ done: outcomes.size, waiting: seconds > 0 ? seconds : null });
  }

  function settle(item: Item, outcome: Outcome) {
    outcomes.set(item, outcome);
    tell();
  }

  async function attempt(item: Item) {
    try {
      settle(item, { kind: await act(item) });
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null) {
        isHeld ||= holdsForAll(error);
        return settle(item, { kind: "FAILED", error });
      }
      queue.unshift(item);
      waitUntil = Math.max(waitUntil, Date.now() + seconds * 1000);
      tell();
    }
  }

  async function lane() {
    while (queue.length > 0 && !signal.aborted && !isHeld) {
      const wait = waitUntil - Date.now();
      if (wait > 0) {
        await pause(wait, signal);
        tell();
        continue;
      }
      const item = queue.shift();
      if (item !== undefined) await attempt(item);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return outcomes;
}
