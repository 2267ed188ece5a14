import type { PAPERS } from "@/lib/contracts/document";
import type { OrderRow } from "@/lib/contracts/order";

export type Paper = (typeof PAPERS)[number];
// Not imported from the contract, which would bring its schemas.
export const PAPER_SIZES = ["100x150", "A4", "A6"] as const satisfies readonly Paper[];
/** How labels are placed on paper: one a page, or four on A4. */
export const LAYOUTS = [...PAPER_SIZES, "A4x4"] as const;
export type Layout = (typeof LAYOUTS)[number];

const STORE = "sampan-paper-";

function readRemembered(key: string): string | null {
  return localStorage.getItem(STORE + key);
}

/** The paper that was chosen last for labels of this kind of order, on this device; else the account's default. */
export function rememberedPaper(shipType: OrderRow["ship_type"], usual: Paper | null = null): Paper {
  return PAPER_SIZES.find((paper) => paper === readRemembered(shipType)) ?? usual ?? "100x150";
}

/** Remembers the paper of this kind of order. */
export function rememberPaper(shipType: OrderRow["ship_type"], paper: Paper): void {
  localStorage.setItem(STORE + shipType, paper);
}

/** How the labels of many orders were printed last, on this device; else on the account's default paper. */
export function rememberedLayout(usual: Paper | null): Layout {
  return LAYOUTS.find((layout) => layout === readRemembered("batch")) ?? usual ?? "100x150";
}

/** Remembers how the labels of many orders are printed. */
export function rememberLayout(layout: Layout): void {
  localStorage.setItem(`${STORE}batch`, layout);
}
