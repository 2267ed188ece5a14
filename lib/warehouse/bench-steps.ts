import type { Bench } from "../contracts/pickpack-bench";
import type { ShortReason } from "./pickpack-status";
import type { ScanTarget } from "./scan-match";

type Step =
  | { kind: "start" }
  | { kind: "scan"; code: string; parcel: number; position: number }
  | { kind: "short"; parcel: number; position: number; qty: string; reason: ShortReason; remarks: string | null }
  | { kind: "label"; code: string; parcel: number }
  | { kind: "undo"; scanId: string }
  | { kind: "reopen"; parcel: number };

/** Something done at the bench that the server has not acknowledged yet. Its `id` is the `scan_id` of what it records. */
export type BenchStep = Step & { id: string; by: string; time: string };
export type NewStep = Step;

type Parcel = Bench["parcel_list"][number];
type Item = Parcel["item_list"][number];
type Scan = Bench["scan_list"][number];

/** Units of an item that are neither scanned nor noted as missing. */
export function openUnits({ qty, scanned, short }: Pick<Item, "qty" | "scanned" | "short">): bigint {
  return BigInt(qty) - BigInt(scanned) - BigInt(short);
}

/** What a scan is compared with, in the order of parcels and items. */
export function scanTargets(bench: Bench): (ScanTarget & { item: Item })[] {
  return bench.parcel_list.flatMap(({ parcel, item_list }) =>
    item_list.map((item) => ({ parcel, sku: item.sku, barcode: item.bar_code_eid, open: openUnits(item), item })),
  );
}

/** Units of the order that are still to be packed. */
export function unitsToGo(bench: Bench): number {
  return scanTargets(bench).reduce((sum, { open }) => sum + Number(open), 0);
}

/** The first parcel that is complete but empty, because all its units are missing: it cannot be sent. */
export function emptyParcel(bench: Bench): number | null {
  const empty = bench.parcel_list.find(
    ({ is_closed, item_list }) => is_closed && item_list.every(({ scanned }) => BigInt(scanned) === 0n),
  );
  return empty?.parcel ?? null;
}

/** In an order of several parcels, those whose label is still to be scanned (contract §7.8). */
export function labelsToScan({ parcel_list: parcels }: Bench): number[] {
  if (parcels.length < 2) return [];
  return parcels.filter(({ is_label_scanned: isScanned }) => !isScanned).map(({ parcel }) => parcel);
}

/** Items with units that are noted as missing. */
export function shortItems(bench: Bench): { parcel: number; item: Item }[] {
  return scanTargets(bench).filter(({ item }) => BigInt(item.short) > 0n);
}

/** Goods that lie on the bench when the order is stopped. */
export function scannedGoods(bench: Bench): { parcel: number; item: Item }[] {
  return scanTargets(bench).filter(({ item }) => BigInt(item.scanned) > 0n);
}

function withParcels(bench: Bench, parcels: Parcel[], scans: Scan[]): Bench {
  const judged = parcels.map((parcel, index) => {
    if (parcel === bench.parcel_list[index]) return parcel;
    const is_closed = parcel.item_list.every((item) => openUnits(item) === 0n);
    return { ...parcel, is_closed, is_label_scanned: is_closed && parcel.is_label_scanned };
  });
  return { ...bench, parcel_list: judged, scan_list: scans, is_complete: judged.every(({ is_closed }) => is_closed) };
}

function adding(bench: Bench, { kind, parcel, position, qty }: Scan, sign: 1n | -1n): Parcel[] {
  const column = kind === "SCAN" ? "scanned" : "short";
  return bench.parcel_list.map((each) =>
    each.parcel !== parcel
      ? each
      : {
          ...each,
          item_list: each.item_list.map((item) =>
            item.position === position
              ? { ...item, [column]: String(BigInt(item[column]) + sign * BigInt(qty)) }
              : item,
          ),
        },
  );
}

function afterStep(bench: Bench, step: BenchStep): Bench {
  const { scan_list: scans } = bench;
  switch (step.kind) {
    case "start":
      return { ...bench, packed_by: bench.packed_by ?? step.by };
    case "scan":
    case "short": {
      // The answer was lost, or has not been read yet: this scan is already counted.
      if (scans.some(({ scan_id }) => scan_id === step.id)) return bench;
      const { id, by, time, parcel, position } = step;
      const noted = step.kind === "short" ? step : { qty: "1", reason: null, remarks: null };
      const { qty, reason, remarks } = noted;
      const kind = step.kind === "scan" ? "SCAN" : "SHORT";
      const scan: Scan = { scan_id: id, kind, parcel, position, qty, reason, remarks, by, time };
      return withParcels(bench, adding(bench, scan, 1n), [scan, ...scans]);
    }
    case "label":
      return {
        ...bench,
        parcel_list: bench.parcel_list.map((each) =>
          each.parcel === step.parcel ? { ...each, is_label_scanned: each.is_closed } : each,
        ),
      };
    case "undo": {
      const scan = scans.find(({ scan_id }) => scan_id === step.scanId);
      if (!scan) return bench;
      return withParcels(
        bench,
        adding(bench, scan, -1n),
        scans.filter((each) => each !== scan),
      );
    }
    case "reopen": {
      const emptied = bench.parcel_list.map((each) =>
        each.parcel === step.parcel
          ? { ...each, item_list: each.item_list.map((item) => ({ ...item, scanned: "0", short: "0" })) }
          : each,
      );
      return withParcels(
        bench,
        emptied,
        scans.filter(({ parcel }) => parcel !== step.parcel),
      );
    }
  }
}

/** The bench as it will be when the server has acknowledged these steps too. */
export function withSteps(bench: Bench, steps: readonly BenchStep[]): Bench {
  return steps.reduce(afterStep, bench);
}
