import type { ScanRefusal } from "./contracts/pickpack-bench";

/** What a scan is held against: an item of a parcel, and how many of its units are still to be packed. */
export type ScanTarget = { parcel: number; sku: string; barcode: string; open: bigint };

export type ScanMatch<T extends ScanTarget> =
  | { refusal: null; target: T }
  /** `target`: for WRONG_PARCEL, the item that still wants the unit. */
  | { refusal: ScanRefusal; target: T | null };

/**
 * Finds the item that a scanned code fills: by bar_code_eid, else by sku; without `parcel` the first that still needs one.
 * Judged alike at the bench, so that a refusal is heard at once, and by the server (domain facts, Pick and pack).
 */
export function matchScan<T extends ScanTarget>(
  targets: readonly T[],
  code: string,
  parcel: number | null,
): ScanMatch<T> {
  const byBarcode = targets.filter(({ barcode }) => barcode === code);
  const named = byBarcode.length > 0 ? byBarcode : targets.filter(({ sku }) => sku === code);
  if (named.length === 0) return { refusal: "WRONG_ITEM", target: null };
  const open = named.filter((target) => target.open > 0n);
  const here = parcel === null ? open : open.filter((target) => target.parcel === parcel);
  if (here[0]) return { refusal: null, target: here[0] };
  const isHere = parcel === null || named.some((target) => target.parcel === parcel);
  if (isHere || !open[0]) return { refusal: "TOO_MANY", target: null };
  return { refusal: "WRONG_PARCEL", target: open[0] };
}
