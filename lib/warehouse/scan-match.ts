import { scannedText } from "@/lib/tidy-number";
import type { ScanRefusal } from "../contracts/pickpack-bench";

/** What a scan is compared with: an item of a parcel, and how many of its units are still to be packed. */
export type ScanTarget = { parcel: number; sku: string; barcode: string; open: bigint };

export type ScanMatch<T extends ScanTarget> =
  | { refusal: null; target: T }
  /** `target`: for WRONG_PARCEL, the item that still needs the unit. */
  | { refusal: ScanRefusal; target: T | null };

// Forms that GS1 treats as one code: a UPC with or without its leading zero, a carton's (01). Caps Lock makes no
// difference.
function foldCode(code: string): string {
  const text = scannedText(code);
  const gtin = /^(?:\(01\)|01)(\d{14})/.exec(text)?.[1] ?? text;
  return /^(\d{8}|\d{12,14})$/.test(gtin) ? gtin.padStart(14, "0") : text.toUpperCase();
}

/** The targets that a code names: those with exactly this code, else those of the only code that it can be read as. */
function namedBy<T extends ScanTarget>(targets: readonly T[], code: string): readonly T[] {
  for (const field of ["barcode", "sku"] as const) {
    const exact = targets.filter((target) => target[field] === code);
    if (exact.length > 0) return exact;
  }
  const wanted = foldCode(code);
  for (const field of ["barcode", "sku"] as const) {
    const alike = wanted ? targets.filter((target) => foldCode(target[field]) === wanted) : [];
    const codes = new Set(alike.map((target) => target[field]));
    if (codes.size > 0) return codes.size === 1 ? alike : [];
  }
  return [];
}

/**
 * Finds the item that a scanned code fills: by bar_code_eid, else by sku; without `parcel` the first that still needs
 * one. Bench and server judge by the same code, so that a refusal is heard at once.
 */
export function matchScan<T extends ScanTarget>(
  targets: readonly T[],
  code: string,
  parcel: number | null,
): ScanMatch<T> {
  const named = namedBy(targets, code);
  if (named.length === 0) return { refusal: "WRONG_ITEM", target: null };
  const open = named.filter((target) => target.open > 0n);
  const here = parcel === null ? open : open.filter((target) => target.parcel === parcel);
  if (here[0]) return { refusal: null, target: here[0] };
  const isHere = parcel === null || named.some((target) => target.parcel === parcel);
  if (isHere || !open[0]) return { refusal: "TOO_MANY", target: null };
  return { refusal: "WRONG_PARCEL", target: open[0] };
}
