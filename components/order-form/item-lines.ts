import type { Item } from "@/lib/contracts/item";
import { emptyItem, type ShipType } from "@/lib/orders/form-values";
import type { Line } from "./product-lines";

/** The cells by which an item is found. */
export const NAMING: ReadonlySet<string> = new Set(["description", "name", "sku", "bar_code_eid"]);

/** Customs read at most so many characters. */
const MAX_DESCRIPTION = 35;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

function knownOf(shipType: ShipType, item: Item, currency: string): Line {
  const { sku, bar_code_eid, hscode, origin, unit, battery, single_weight, single_price } = item;
  const price = (item.currency ?? "HKD") === currency ? single_price : null;
  const both = { sku, bar_code_eid };
  if (shipType === "local") return { ...both, name: item.name, single_value: price };
  const description = item.description ?? [...item.name].slice(0, MAX_DESCRIPTION).join("").trim();
  return { ...both, description, hscode, origin, unit, battery, single_weight, single_price: price };
}

/** What a known line fills in: the cell being edited, and every empty field. */
export function lineFills(shipType: ShipType, line: Line, known: Line, typed: string): Line {
  const empty = emptyItem(shipType) as Line;
  return Object.fromEntries(
    Object.entries(known).filter(
      ([field, value]) => value !== null && value !== "" && (field === typed || isSame(line[field], empty[field])),
    ),
  );
}

/**
 * What choosing an item fills in: the cell being edited, the description, and every empty field, but no price in
 * another currency.
 */
export function itemFills(shipType: ShipType, line: Line, item: Item, currency: string, typed: string): Line {
  return lineFills(shipType, line, knownOf(shipType, item, currency), typed);
}
