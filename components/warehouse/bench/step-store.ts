import type { Environment } from "@/lib/environment";
import type { BenchStep } from "@/lib/warehouse/bench-steps";

const STORE = "sampan-bench/";

/** Keeps the steps of one order that the server has not acknowledged, over reloads and lost connections. */
export type StepStore = {
  /** In the order in which they were done. */
  load: () => BenchStep[];
  add: (step: BenchStep) => void;
  remove: (step: BenchStep) => void;
};

function keysBelow(prefix: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .sort();
}

let last = 0;

/** The store on this device. Each step has its own entry, so that two windows do not overwrite each other's steps. */
export function stepStore(environment: Environment, orderId: string): StepStore {
  const prefix = `${STORE}${environment}/${orderId}/`;
  return {
    load: () => keysBelow(prefix).map((key) => JSON.parse(localStorage.getItem(key) ?? "") as BenchStep),
    add(step) {
      // Two scans may share one millisecond, but their order must be kept.
      last = Math.max(last + 1, Date.now());
      localStorage.setItem(`${prefix}${last}/${step.id}`, JSON.stringify(step));
    },
    remove({ id }) {
      for (const key of keysBelow(prefix)) if (key.endsWith(`/${id}`)) localStorage.removeItem(key);
    },
  };
}

/** Orders with steps on this device that the server has not acknowledged, and how many. */
export function unsentOrders(environment: Environment): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keysBelow(`${STORE}${environment}/`)) {
    const orderId = key.split("/")[2] ?? "";
    counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  }
  return counts;
}
