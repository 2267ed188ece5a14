import { contractOf } from "@/lib/contracts";
import type { Contract, DataOf } from "@/lib/contracts/contract";
import type { readRequest } from "@/lib/contracts/request";
import { isObject } from "@/lib/loose";
import { OPERATION_IDS, type OperationId } from "@/lib/operations";
import { MASKED } from "@/server/accounts";

/** Fields of the past: a price that was guaranteed, a day on which to collect. */
const SPENT = new Set(["quote_id", "pickup_arrange"]);
/** Files, without which the call is another one. */
const FILES = new Set(["content", "csv"]);

/** What stands for something masked without an example: left out. */
const NONE = undefined;

/** The same with the example's values where something is masked. */
function withSamples(value: unknown, sample: unknown): unknown {
  if (value === MASKED) return sample;
  if (Array.isArray(value))
    return value
      .map((each) => withSamples(each, Array.isArray(sample) ? sample[0] : NONE))
      .filter((each) => each !== NONE);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== MASKED && !SPENT.has(name));
  return Object.fromEntries(
    fields.map(([name, own]) => [name, withSamples(own, isObject(sample) ? sample[name] : NONE)]),
  );
}

/** How many of its values the example has too. */
function likeness(value: unknown, sample: unknown): number {
  if (isObject(value) && isObject(sample))
    return Object.entries(value).reduce((sum, [name, own]) => sum + likeness(own, sample[name]), 0);
  return value === sample ? 1 : 0;
}

function sampleFor(contract: Contract, body: unknown): unknown {
  const examples = Object.values(contract.examples ?? { only: contract.example });
  const ranked = examples.map((example) => ({ example, rank: likeness(body, example) }));
  return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).example;
}

function hasFile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasFile);
  return isObject(value) && Object.entries(value).some(([name, own]) => FILES.has(name) || hasFile(own));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

type Logged = { operation: string; path: string; query: string | null; request: string | null };

/**
 * How a logged call is repeated: with a value of the contract's example for each that is masked, or without it where
 * the example has none. Null: its body was cut, or is a file.
 */
export function repeatOf({ operation, path, query, request }: Logged): DataOf<typeof readRequest>["repeat"] {
  const id = OPERATION_IDS.find((each): each is OperationId => each === operation);
  if (!id) return null;
  const kept = [...new URLSearchParams(query ?? "")].filter(([, value]) => value !== MASKED);
  const address = { path: path.replaceAll(MASKED, "sample"), query: new URLSearchParams(kept).toString() || null };
  if (request === null) return { ...address, body: null };
  const body = parseJson(request);
  if (!isObject(body) || hasFile(body)) return null;
  return { ...address, body: JSON.stringify(withSamples(body, sampleFor(contractOf(id), body))) };
}
