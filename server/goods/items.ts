import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/item";
import type { Item, ItemInput, ListItemsQuery } from "@/lib/contracts/item";
import { notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import {
  changeProduct,
  clearedColumns,
  columnsOf,
  findProduct,
  insertProduct,
  type ProductRow,
  productsThat,
  removeProduct,
} from "./products";

/** The goods that every merchant has (contract §31): the same rows as products, without what the warehouse adds. */
function presentItem(row: ProductRow): Item {
  const { battery_type: type, battery_location: location } = row;
  return {
    id: row.id,
    sku: row.sku,
    bar_code_eid: row.bar_code_eid,
    name: row.name,
    description: row.description,
    hscode: row.hscode,
    origin: row.origin,
    currency: row.currency,
    single_price: row.unit_value,
    single_weight: row.weight,
    unit: row.unit,
    battery: type && location ? { type, location } : null,
    revision: row.revision,
  };
}

const COLUMN: Readonly<Record<string, string>> = { single_price: "unit_value", single_weight: "weight" };

function columns({ single_price: unit_value, single_weight: weight, ...fields }: Partial<ItemInput>) {
  return columnsOf({ ...fields, unit_value, weight });
}

/** A page of items by name, and the total. */
export async function listItems(ctx: AccountContext, query: ListItemsQuery): Promise<{ rows: Item[]; total: number }> {
  const { rows, total } = await productsThat(ctx, query, [], sql`lower(name), id`);
  return { rows: rows.map(presentItem), total };
}

/** What files of orders take from saved items, by sku. */
export async function itemsBySku(
  db: Db,
  scope: Scope,
  skus: readonly string[],
): Promise<Map<string, Pick<ProductRow, (typeof OF_FILES)[number]>>> {
  if (skus.length === 0) return new Map();
  const rows = await scoped(db, scope)
    .selectFrom("products")
    .select(OF_FILES)
    .where("sku", "in", skus)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.sku, row]));
}
const OF_FILES = [
  ...(["sku", "bar_code_eid", "name", "hscode", "origin", "unit_value", "currency"] as const),
  ...(["unit", "weight", "battery_type", "battery_location"] as const),
] as const;

/** Reads an item. @throws ApiError NOT_FOUND */
export async function readItem(ctx: AccountContext, { id }: { id: string }): Promise<Item> {
  const row = await findProduct(ctx.db, scopeOf(ctx), id);
  if (!row) throw notFound();
  return presentItem(row);
}

/** Creates an item. @throws ApiError 400 when another one has its sku or barcode; 500998 */
export async function createItem(ctx: AccountContext, input: InputOf<typeof contracts.createItem>): Promise<Item> {
  // As a product, it needs one (contract §7).
  const sku = input.sku ?? `ITEM-${randomBytes(5).toString("hex").toUpperCase()}`;
  return presentItem(await insertProduct(ctx, "createItem", columns({ ...input, sku })));
}

/** Changes an item. @throws ApiError NOT_FOUND, 400 as creation, CHANGED_MEANWHILE */
export async function updateItem(ctx: AccountContext, input: InputOf<typeof contracts.updateItem>): Promise<Item> {
  const { id, clear = [], revision, ...fields } = input;
  const taken = clearedColumns(clear.map((field) => COLUMN[field] ?? field));
  const name = (column: string) => Object.keys(COLUMN).find((field) => COLUMN[field] === column);
  return presentItem(await changeProduct(ctx, id, { ...taken, ...columns(fields) }, revision, name));
}

/** Deletes an item. @throws ApiError NOT_FOUND, 400 as a product's deletion */
export async function deleteItem(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.deleteItem>,
): Promise<DataOf<typeof contracts.deleteItem>> {
  return removeProduct(ctx, id, "id");
}
