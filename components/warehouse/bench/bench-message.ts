import type { ScanRefusal } from "@/lib/contracts/pickpack-bench";

/** The latest news of the bench. */
export type BenchMessage =
  | { kind: "counted"; parcel: number; position: number; item: string; scanned: string; qty: string }
  | { kind: "short"; item: string; units: string }
  | { kind: "closed"; parcel: number }
  /** `left`: the parcels whose label is still to be scanned. */
  | { kind: "labelled"; parcel: number; left: readonly number[] }
  | { kind: "complete" }
  | { kind: "undone"; item: string }
  | { kind: "reopened"; parcel: number }
  | { kind: "chosen"; parcel: number }
  | { kind: "refused"; result: ScanRefusal; code: string; parcel: number | null }
  /** The server refused what was already counted here. */
  | { kind: "takenBack"; text: string }
  | { kind: "failed"; text: string }
  | { kind: "problem"; problem: BenchProblem };
export type BenchProblem =
  | "nothingToUndo"
  | "nothingToReopen"
  | "notPacking"
  | "notComplete"
  | "unanswered"
  | "unsent"
  | "emptyParcel"
  | "labelsLeft"
  | "wrongLabel"
  | "sameOrder"
  | "noLabel"
  | "inputMethod"
  | "inDialog";
