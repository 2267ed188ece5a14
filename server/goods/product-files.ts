import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/product";
import type { ProductInput } from "@/lib/contracts/product";
import { ApiError, type Problem } from "@/lib/errors";
import { writeCsv } from "@/lib/tables/csv-cells";
import { PRODUCT_COLUMNS, STOCK_COLUMNS } from "@/lib/tables/product-csv";
import { type AccountContext, scopeOf } from "@/server/context";
import { recordOf } from "@/server/db/columns";
import { type Scope, within } from "@/server/db/scoped";
import { goodsTables } from "@/server/db/tables/goods";
import type { Db, Tx } from "@/server/db/transaction";
import { Download } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { newProductId, type ProductRow, presentProduct, tellingTaken } from "./products";
import { lockProducts } from "./stock";

const OPERATION: (typeof contracts.importProducts)["id"] = "importProducts";

/** Of barcodes that products have, the sku of each product. */
export async function barcodeOwners(db: Db, scope: Scope, barcodes: readonly string[]): Promise<Map<string, string>> {
  if (barcodes.length === 0) return new Map();
  const { rows } = await sql<{ bar_code_eid: string; sku: string }>`
    select bar_code_eid, sku from products
    where ${within(scope)} and deleted_at is null and bar_code_eid = any(${barcodes}::text[])`.execute(db);
  return new Map(rows.map(({ bar_code_eid, sku }) => [bar_code_eid, sku]));
}

/** Barcodes of the list that products outside of it have already. */
async function takenBarcodes(db: Db, scope: Scope, list: readonly ProductInput[]): Promise<Problem[]> {
  const owners = await barcodeOwners(
    db,
    scope,
    list.flatMap(({ bar_code_eid }) => bar_code_eid ?? []),
  );
  const skus = new Set(list.map(({ sku }) => sku));
  return list.flatMap(({ bar_code_eid = "" }, index): Problem[] => {
    const owner = owners.get(bar_code_eid);
    return owner !== undefined && !skus.has(owner)
      ? [{ path: ["product_list", index, "bar_code_eid"], key: "productBarcodeTaken" }]
      : [];
  });
}

function rowOf({ battery, ...fields }: ProductInput): Record<string, unknown> {
  return {
    ...fields,
    warehouse_location: fields.warehouse_location || undefined,
    id: newProductId(),
    battery_type: battery?.type,
    battery_location: battery?.location,
  };
}

/** By sku, whether it is new; one that is not here is as it was. */
type Written = ReadonlyMap<string, { id: string; isNew: boolean }>;

/** Creates and changes products by sku, in one statement. What a row leaves out stays, and what it says already is not touched. */
async function upsert(tx: Tx, scope: Scope, list: readonly ProductInput[]): Promise<Written> {
  // Sorted, so that two simultaneous imports cannot deadlock.
  const rows = JSON.stringify(list.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)).map(rowOf));
  const record = recordOf(goodsTables.products, ["id", ...PRODUCT_COLUMNS]);
  const input = sql`json_to_recordset(${rows}::json) as x (${sql.raw(record)})`;
  const columns = sql.raw(PRODUCT_COLUMNS.join(", "));
  const others = PRODUCT_COLUMNS.filter((column) => column !== "sku");
  const kept = others.map((column) => `coalesce(excluded.${column}, products.${column})`);
  const stored = others.map((column) => `products.${column}`);
  const change = sql.raw(others.map((column, index) => `${column} = ${kept[index]}`).join(", "));
  const isChange = sql.raw(`(${kept.join(", ")}) is distinct from (${stored.join(", ")})`);
  await lockProducts(tx, scope, { skus: list.map(({ sku }) => sku) });
  // Products of the import may swap their barcodes.
  await sql`
    update products p set bar_code_eid = null from ${input}
    where ${within(scope, "p")} and p.sku = x.sku
      and p.deleted_at is null and x.bar_code_eid is not null and p.bar_code_eid <> x.bar_code_eid`.execute(tx);
  const { rows: upserted } = await sql<{ sku: string; id: string; is_new: boolean }>`
    insert into products (account_id, environment, id, ${columns})
    select ${scope.accountId}::bigint, ${scope.environment}, id, ${columns} from ${input}
    on conflict (account_id, environment, sku) where deleted_at is null
      do update set ${change}, updated_at = clock_timestamp() where ${isChange}
    returning sku, id, xmax = 0 as is_new`.execute(tx);
  return new Map(upserted.map(({ sku, id, is_new }) => [sku, { id, isNew: is_new }]));
}

/**
 * Creates and changes products by sku, all rows or none. Fields that a row leaves out stay, and products that already
 * match their row are not touched; stock is not imported. @throws ApiError BAD_REQUEST with every row's failures;
 * 500998 with the import's id
 */
export async function importProducts(
  ctx: AccountContext,
  { product_list: list }: InputOf<typeof contracts.importProducts>,
): Promise<DataOf<typeof contracts.importProducts>> {
  const scope = scopeOf(ctx);
  const problems = await takenBarcodes(ctx.db, scope, list);
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  const id = `im_${randomBytes(9).toString("hex")}`;
  const written = createOnce(ctx, OPERATION, id, async (tx) => {
    const done = await upsert(tx, scope, list);
    const created = [...done.values()].filter(({ isNew }) => isNew).length;
    return { created, updated: done.size - created, unchanged: list.length - done.size };
  });
  return tellingTaken(written, ["product_list"]);
}

type Made = { id: string; did: "created" | "changed" | "unchanged" };

/** Creates and changes products as `importProducts` does; says what became of each. @throws ApiError what that throws */
export async function writeProducts(ctx: AccountContext & { db: Tx }, list: readonly ProductInput[]): Promise<Made[]> {
  const scope = scopeOf(ctx);
  const written = await tellingTaken(upsert(ctx.db, scope, list));
  const { rows } = await sql<{ sku: string; id: string }>`
    select sku, id from products
    where ${within(scope)} and deleted_at is null and sku = any(${list.map(({ sku }) => sku)}::text[])`.execute(ctx.db);
  const ids = new Map(rows.map(({ sku, id }) => [sku, id]));
  return list.map(({ sku }) => {
    const done = written.get(sku);
    return { id: ids.get(sku) as string, did: done ? (done.isNew ? "created" : "changed") : "unchanged" };
  });
}

const EXPORTED = [...PRODUCT_COLUMNS, ...STOCK_COLUMNS] as const;

function cells(row: ProductRow): (string | null)[] {
  const { available } = presentProduct(row);
  return EXPORTED.map((column) => (column === "available" ? available : row[column]));
}

/** Products in the merchant's CSV format. */
export function productsCsv(rows: readonly ProductRow[]): string {
  return writeCsv(EXPORTED, rows.map(cells));
}

/** Every product with its stock, by sku, as CSV in JSON or as a file. */
export async function exportProducts(
  ctx: AccountContext,
  _input: unknown,
  asFile?: string,
): Promise<DataOf<typeof contracts.exportProducts> | Download> {
  const scope = scopeOf(ctx);
  const { rows } = await sql<ProductRow>`
    select * from products
    where ${within(scope)} and deleted_at is null
    order by sku`.execute(ctx.db);
  const bytes = Buffer.from(productsCsv(rows));
  if (asFile) return new Download(bytes, "text/csv; charset=utf-8", `products-${ctx.environment}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}
