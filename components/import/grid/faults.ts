import type { CallResult } from "@/lib/api-client";
import { type Place, WHOLE } from "./use-cursor";
import type { GridRow } from "./use-rows";

type Fault = CallResult<"readImportSummary">["faults"][number];
/** What is wrong in the same column for the same reason, with the first of its rows. */
export type FaultKind = CallResult<"readImportSummary">["kinds"][number];

/** The grid's column of a fault. */
export const columnOf = (columns: readonly string[], column: string) => (columns.includes(column) ? column : WHOLE);

/** The cells that are wrong, in the order in which a person goes through them; rows on the page know it first. */
export function wrongPlaces(columns: readonly string[], faults: readonly Fault[], shown: readonly GridRow[]): Place[] {
  const known = new Map(shown.map((row) => [row.n, row]));
  const places = new Map<string, Place>();
  const add = (n: number, column: string) => {
    const place = { n, column: columnOf(columns, column) };
    places.set(`${n} ${place.column}`, place);
  };
  for (const { column, rows } of faults) for (const n of rows) if (!known.has(n)) add(n, column);
  for (const { n, errors } of shown) for (const { column } of errors) add(n, column);
  const rank = ({ column }: Place) => columns.indexOf(column);
  return [...places.values()].sort((a, b) => a.n - b.n || rank(a) - rank(b));
}

/** The wrong cell after a place, or before it; at the end it begins again. */
export function nextWrong(
  columns: readonly string[],
  places: readonly Place[],
  from: Place | null,
  by: 1 | -1,
): Place | null {
  if (places.length === 0) return null;
  const rank = ({ n, column }: Place) => n * 100 + columns.indexOf(column);
  const at = from ? rank(from) : 0;
  const found =
    by === 1 ? places.find((place) => rank(place) > at) : places.findLast((place) => from && rank(place) < at);
  return found ?? (by === 1 ? places[0] : places.at(-1)) ?? null;
}
