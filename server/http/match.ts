/** Owns which operations are at an address. */
import { API_BASE } from "@/lib/environment";
import { type Method, OPERATION_IDS, type OperationId, operationOf } from "@/lib/operations";

/** The operations of one address, by method, and the parameters in it. */
export type Found = {
  operations: Readonly<Partial<Record<Method, OperationId>>>;
  params: Record<string, string>;
};

type Step = {
  fixed: Map<string, Step>;
  parameter?: Step;
  operations?: Partial<Record<Method, OperationId>>;
  /** Of the parameters on the way here. */
  names: string[];
};

const newStep = (names: string[]): Step => ({ fixed: new Map(), names });

/** Paths below the bases, and paths that are whole addresses. */
const ROOTS = { both: newStep([]), none: newStep([]) };

for (const id of OPERATION_IDS) {
  const { method, path, base = "both" } = operationOf(id);
  let at = ROOTS[base];
  for (const part of partsOf(path)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) at = at.parameter ??= newStep([...at.names, name]);
    else {
      const next: Step = at.fixed.get(part) ?? newStep(at.names);
      at.fixed.set(part, next);
      at = next;
    }
  }
  at.operations = { ...at.operations, [method]: id };
}

/** A slash at the end changes nothing. */
function partsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** A fixed part goes before a parameter. */
function walk(at: Step, parts: readonly string[], values: readonly string[]): Found | null {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (!at.operations) return null;
    return {
      operations: at.operations,
      params: Object.fromEntries(at.names.map((name, index) => [name, values[index] ?? ""])),
    };
  }
  const fixed = at.fixed.get(part);
  return (fixed && walk(fixed, rest, values)) ?? (at.parameter ? walk(at.parameter, rest, [...values, part]) : null);
}

const BASES = Object.values(API_BASE);

/** The operations at the path of an address, as a client wrote it; null: there are none (contract §1.3). */
export function operationsAt(path: string): Found | null {
  const base = BASES.find((each) => path === each || path.startsWith(`${each}/`));
  try {
    const parts = partsOf(base === undefined ? path : path.slice(base.length)).map(decodeURIComponent);
    return walk(base === undefined ? ROOTS.none : ROOTS.both, parts, []);
  } catch {
    // A per cent sign that encodes nothing.
    return null;
  }
}
