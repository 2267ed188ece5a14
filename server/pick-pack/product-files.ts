import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/product";
import type { ProductInput } from "@/lib/contracts/product";
import { writeCsv } from "@/lib/csv-cells";
import { ApiError, type Problem } from "@/lib/errors";
import { PRODUCT_COLUMNS, STOCK_COLUMNS } from "@/lib/product-csv";
import { type AccountContext, type Db, type Scope, scopeOf } from "@/server/context";
import { Download } from "@/server/http/operation";
import { createOnce } from "@/server/idempotency";
import { newProductId, type ProductRow, presentProduct, tellingTaken } from "./products";
import { lockProducts } from "./stock";

const OPERATION: (typeof contracts.importProducts)["id"] = "importProducts";

/** Rows that say the same sku or barcode twice: the later one is told. */
export function repeatedRows(value: unknown): Problem[] {
  const list = (value as { product_list?: unknown }).product_list;
  const rows = Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
  return (["sku", "bar_code_eid"] as const).flatMap((field) => {
    const first = new Map<unknown, number>();
    return rows.flatMap((row, index): Problem[] => {
      const given = row?.[field];
      if (typeof given !== "string" || given === "") return [];
      const before = first.get(given);
      if (before === undefined) first.set(given, index);
      return before === undefined
        ? []
        : [{ path: ["product_list", index, field], key: "productRepeated", params: { row: before + 1 } }];
    });
  });
}

/** Barcodes that products outside the import have. */
async function takenBarcodes(db: Db, scope: Scope, list: readonly ProductInput[]): Promise<Problem[]> {
  const barcodes = list.flatMap(({ bar_code_eid }) => bar_code_eid ?? []);
  const { rows } = await sql<{ bar_code_eid: string }>`
    select bar_code_eid from products
    where account_id = ${scope.accountId} and environment = ${scope.environment} and deleted_at is null
      and bar_code_eid = any(${barcodes}::text[]) and sku <> all(${list.map(({ sku }) => sku)}::text[])`.execute(db);
  const taken = new Set(rows.map(({ bar_code_eid }) => bar_code_eid));
  return list.flatMap(({ bar_code_eid }, index): Problem[] =>
    bar_code_eid !== undefined && taken.has(bar_code_eid)
      ? [{ path: ["product_list", index, "bar_code_eid"], key: "productBarcodeTaken" }]
      : [],
  );
}

function recordOf({ battery, ...fields }: ProductInput): Record<string, unknown> {
  return {
    ...fields,
    warehouse_location: fields.warehouse_location || undefined,
    id: newProductId(),
    battery_type: battery?.type,
    battery_location: battery?.location,
  };
}

/**
 * Creates and changes products by sku, all rows or none. Fields left out stay, and so does a product that is as its row
 * says; stock is not imported. @throws ApiError BAD_REQUEST with every row's failures; 500998 with the import's id
 */
export async function importProducts(
  ctx: AccountContext,
  { product_list: list }: InputOf<typeof contracts.importProducts>,
): Promise<DataOf<typeof contracts.importProducts>> {
  const scope = scopeOf(ctx);
  const problems = await takenBarcodes(ctx.db, scope, list);
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  // In one order, so that two imports at once do not wait for each other for ever.
  const rows = JSON.stringify(list.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)).map(recordOf));
  const input = sql`json_to_recordset(${rows}::json) as x (id text, sku text, bar_code_eid text, name text,
    length numeric, width numeric, height numeric, weight numeric, hscode text, origin text, battery_type text,
    battery_location text, unit text, unit_value numeric, currency text, warehouse_location text, low_stock_mark bigint)`;
  const columns = sql.raw(PRODUCT_COLUMNS.join(", "));
  const others = PRODUCT_COLUMNS.filter((column) => column !== "sku");
  const kept = others.map((column) => `coalesce(excluded.${column}, products.${column})`);
  const stored = others.map((column) => `products.${column}`);
  const change = sql.raw(others.map((column, index) => `${column} = ${kept[index]}`).join(", "));
  const isChange = sql.raw(`(${kept.join(", ")}) is distinct from (${stored.join(", ")})`);
  const id = `im_${randomBytes(9).toString("hex")}`;
  const written = createOnce(ctx, OPERATION, id, async (tx) => {
    await lockProducts(tx, scope, { skus: list.map(({ sku }) => sku) });
    // Products of the import may exchange their barcodes.
    await sql`
      update products p set bar_code_eid = null from ${input}
      where p.account_id = ${scope.accountId} and p.environment = ${scope.environment} and p.sku = x.sku
        and p.deleted_at is null and x.bar_code_eid is not null and p.bar_code_eid <> x.bar_code_eid`.execute(tx);
    const { rows: upserted } = await sql<{ created: boolean }>`
      insert into products (account_id, environment, id, ${columns})
      select ${scope.accountId}::bigint, ${scope.environment}, id, ${columns} from ${input}
      on conflict (account_id, environment, sku) where deleted_at is null
        do update set ${change}, updated_at = clock_timestamp() where ${isChange}
      returning xmax = 0 as created`.execute(tx);
    const created = upserted.filter((row) => row.created).length;
    return { created, updated: upserted.length - created, unchanged: list.length - upserted.length };
  });
  return tellingTaken(written, ["product_list"]);
}

const EXPORTED = [...PRODUCT_COLUMNS, ...STOCK_COLUMNS] as const;

function cells(row: ProductRow): (string | null)[] {
  const { available } = presentProduct(row);
  return EXPORTED.map((column) => (column === "available" ? available : row[column]));
}

/** Products as the CSV that a merchant gets. */
export function productsCsv(rows: readonly ProductRow[]): string {
  return writeCsv([EXPORTED, ...rows.map(cells)]);
}

/** Every product with its stock, by sku, as CSV: the file itself when the request accepts it. */
export async function exportProducts(ctx: AccountContext): Promise<DataOf<typeof contracts.exportProducts> | Download> {
  const scope = scopeOf(ctx);
  const { rows } = await sql<ProductRow>`
    select * from products
    where account_id = ${scope.accountId} and environment = ${scope.environment} and deleted_at is null
    order by sku`.execute(ctx.db);
  const bytes = Buffer.from(productsCsv(rows));
  if (ctx.accept?.toLowerCase().includes("text/csv"))
    return new Download(bytes, "text/csv; charset=utf-8", `products-${ctx.environment}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}
