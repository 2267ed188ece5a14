import type { Product } from "@/lib/contracts/product";
import { decimal } from "@/lib/decimal";
import { emptyItem, type ShipType } from "@/lib/orders/form-values";

export type Line = Record<string, unknown>;
/** A product with the number of units to add. */
export type Chosen = { product: Product; qty: number };

// Field of the product → field of the line. Values are separate: they mean nothing without their currency.
const FIELDS = {
  local: {
    name: "name",
    sku: "sku",
    bar_code_eid: "bar_code_eid",
    length: "item_length",
    width: "item_width",
    height: "item_height",
  },
  intl: {
    name: "description",
    sku: "sku",
    bar_code_eid: "bar_code_eid",
    hscode: "hscode",
    origin: "origin",
    battery: "battery",
    unit: "unit",
    weight: "single_weight",
    length: "item_length",
    width: "item_width",
    height: "item_height",
  },
} as const satisfies Record<ShipType, Partial<Record<keyof Product, string>>>;
const PRICE = { local: "single_value", intl: "single_price" } as const satisfies Record<ShipType, string>;

const currencyOf = (product: Product) => product.currency ?? "HKD";
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

/** The units of a line, 0 while its quantity is not a number. */
export function unitsOf(line: Line): number {
  return /^\d{1,9}$/.test(String(line.qty)) ? Number(line.qty) : 0;
}

/** The currency of the lines' values: Hong Kong dollars in a local order, else the order's. */
export function currencyFor(shipType: ShipType, getValue: (name: string) => unknown): string {
  return shipType === "local" ? "HKD" : String(getValue("shipment_detail.currency"));
}

/** A code as it is compared: scanners and pastes add spaces and full-width letters. */
export function codeOf(text: unknown): string {
  return String(text ?? "")
    .normalize("NFKC")
    .trim();
}

/** The product that a whole code names: by its barcode, else by its SKU; case does not matter in a SKU. */
export function productOfCode(products: readonly Product[], code: string): Product | null {
  const wanted = codeOf(code);
  const bySku = (read: (sku: string) => string) => products.find(({ sku }) => read(sku) === read(wanted));
  return (
    products.find(({ bar_code_eid }) => bar_code_eid === wanted) ??
    bySku((sku) => sku) ??
    bySku((sku) => sku.toLowerCase()) ??
    null
  );
}

/**
 * What the product list knows for a line in this currency. A value in another currency is left for the merchant to fill
 * in.
 */
function knownOf(shipType: ShipType, product: Product, currency: string): Line {
  const known: Line = {};
  for (const [from, to] of Object.entries(FIELDS[shipType])) {
    const value = product[from as keyof Product];
    if (value !== null && value !== "") known[to] = value;
  }
  if (product.unit_value !== null && currencyOf(product) === currency) known[PRICE[shipType]] = product.unit_value;
  return known;
}

/** The currency that the values of all these products share; null if they have none or differ. */
export function sharedCurrency(chosen: readonly Chosen[]): string | null {
  const valued = chosen.flatMap(({ product }) => (product.unit_value === null ? [] : [currencyOf(product)]));
  return valued.every((currency) => currency === valued[0]) ? (valued[0] ?? null) : null;
}

/** Whether the product has a value that a line in this currency cannot take. */
export function hasOtherCurrency(product: Product, currency: string): boolean {
  return product.unit_value !== null && currencyOf(product) !== currency;
}

/** The fields of a line that are empty and that the product list can fill. */
export function missingOf(shipType: ShipType, line: Line, product: Product, currency: string): Line {
  const empty = emptyItem(shipType);
  const missing = Object.entries(knownOf(shipType, product, currency)).filter(
    ([field, value]) => field !== "sku" && isSame(line[field], empty[field]) && !isSame(line[field], value),
  );
  return Object.fromEntries(missing);
}

function isEmpty(shipType: ShipType, line: Line): boolean {
  const empty = emptyItem(shipType);
  return Object.entries(line).every(([field, value]) => isSame(value, empty[field]));
}

const isOf = (product: Product) => (line: Line) => codeOf(line.sku) === product.sku;

/** Units of a product in these lines. */
export function unitsIn(lines: readonly Line[], product: Product): number {
  return lines.filter(isOf(product)).reduce((sum, line) => sum + unitsOf(line), 0);
}

/** The lines with the chosen products added: a line with the same SKU gets more units, empty lines are replaced. */
export function withProducts(
  shipType: ShipType,
  lines: readonly Line[],
  chosen: readonly Chosen[],
  currency: string,
): Line[] {
  const next = lines.filter((line) => !isEmpty(shipType, line)).map((line) => ({ ...line }));
  for (const { product, qty } of chosen) {
    const line = next.find(isOf(product));
    if (line) line.qty = String(unitsOf(line) + qty);
    else next.push({ ...emptyItem(shipType), ...knownOf(shipType, product, currency), qty: String(qty) });
  }
  return next;
}

/** Undoes `withProducts` on `before`; what was typed since stays. */
export function withoutProducts(
  shipType: ShipType,
  lines: readonly Line[],
  chosen: readonly Chosen[],
  before: readonly Line[],
): Line[] {
  const next = lines.map((line) => ({ ...line }));
  for (const { product, qty } of chosen) {
    const line = next.find(isOf(product));
    if (!line) continue;
    const left = unitsOf(line) - qty;
    const was = before.find(isOf(product));
    if (left > 0) line.qty = String(left);
    else if (was) line.qty = was.qty;
    else next.splice(next.indexOf(line), 1);
  }
  return next.length > 0 ? next : [emptyItem(shipType)];
}

/** Whether these are more units than the warehouse has available. */
export function isShort(product: Product, wanted: number): boolean {
  return decimal(wanted).gt(product.available);
}
