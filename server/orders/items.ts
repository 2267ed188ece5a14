import type { Selectable } from "kysely";
import type { OrderInput } from "@/lib/contracts/order";
import type { Tables } from "@/server/db/types";

type ItemRow = Selectable<Tables["order_items"]>;
type Fields = Partial<Record<keyof ItemRow, string>>;

/** The column for each field of an international order's item; the others are its compliance data and its battery. */
const INTL = {
  description: "description",
  qty: "qty",
  unit_value: "single_price",
  unit_weight: "single_weight",
  hscode: "hscode",
  origin: "origin",
  sku: "sku",
  bar_code_eid: "bar_code_eid",
  unit: "unit",
  length: "item_length",
  width: "item_width",
  height: "item_height",
} as const satisfies Fields;

/** The same for a local order's item, in the order of the answer. */
const LOCAL = {
  description: "name",
  qty: "qty",
  currency: "currency",
  unit_value: "single_value",
  sku: "sku",
  bar_code_eid: "bar_code_eid",
  length: "item_length",
  width: "item_width",
  height: "item_height",
} as const satisfies Fields;

const OF_COLUMNS = new Set<string>([...Object.values(INTL), "battery"]);

function keepGiven(item: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, item[field] ?? null]));
}

function keptOfIntl({ battery, ...item }: Record<string, unknown> & { battery?: { type: string; location: string } }) {
  const compliance = Object.entries(item).filter(([field, value]) => value && !OF_COLUMNS.has(field));
  return {
    ...keepGiven(item, INTL),
    battery_type: battery?.type,
    battery_location: battery?.location,
    compliance: compliance.length ? Object.fromEntries(compliance) : null,
  };
}

/** The items of an order as rows to insert; columns that are left out are empty. */
export function itemRows(input: OrderInput): Record<string, unknown>[] {
  const parcels =
    input.ship_type === "local"
      ? input.shipment_detail.parcel_list.map(({ parcel_items }) => parcel_items.map((item) => keepGiven(item, LOCAL)))
      : input.shipment_detail.parcel_list.map(({ declaration_list }) => declaration_list.map(keptOfIntl));
  return parcels.flatMap((items, p) => items.map((item, i) => ({ parcel: p + 1, position: i + 1, ...item })));
}

function fieldsOf(row: ItemRow, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([column, field]) => [field, row[column as keyof ItemRow]]));
}

/** A local order's item as the client sent it. */
export function localItemOf(row: ItemRow): Record<string, unknown> {
  return fieldsOf(row, LOCAL);
}

/** The same for an international order; fields that the item does not have are left out. */
export function declarationOf(row: ItemRow): Record<string, unknown> {
  const { battery_type: type, battery_location: location } = row;
  return { ...row.compliance, ...fieldsOf(row, INTL), battery: type ? { type, location } : null };
}
