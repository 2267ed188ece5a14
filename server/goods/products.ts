import { randomBytes } from "node:crypto";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/product";
import type {
  Movement as ListedMovement,
  ListProductsQuery,
  Product,
  ProductInput,
  StockChange,
} from "@/lib/contracts/product";
import { invalid, notFound } from "@/lib/errors";
import type { MessageKey } from "@/lib/i18n/validation";
import type { OperationId } from "@/lib/operations";
import { isStaff } from "@/lib/roles";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { type Change, type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { mergedWith } from "@/server/revisions";
import { foldedMatches } from "@/server/search";
import { lockProducts, MAX_STOCK, type Movement, moveStock, type Stock } from "./stock";

export type ProductRow = Selectable<Tables["products"]>;

/** A new product's id. */
export function newProductId(): string {
  return `pr_${randomBytes(9).toString("hex")}`;
}

function where(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`${within(scope)} and deleted_at is null`;
}

/** A product as it is answered to clients. */
export function presentProduct(row: ProductRow): Product {
  const available = BigInt(row.on_hand) - BigInt(row.reserved);
  const { battery_type: type, battery_location: location } = row;
  return {
    product_id: row.id,
    sku: row.sku,
    bar_code_eid: row.bar_code_eid,
    name: row.name,
    length: row.length,
    width: row.width,
    height: row.height,
    weight: row.weight,
    hscode: row.hscode,
    origin: row.origin,
    battery: type && location ? { type, location } : null,
    unit: row.unit,
    unit_value: row.unit_value,
    currency: row.currency,
    warehouse_location: row.warehouse_location,
    low_stock_mark: row.low_stock_mark,
    on_hand: row.on_hand,
    reserved: row.reserved,
    available: String(available),
    missing: row.missing,
    damaged: row.damaged,
    is_low_stock: row.low_stock_mark !== null && available <= BigInt(row.low_stock_mark) ? "Y" : "N",
    revision: row.revision,
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

type Columns = Change<"products">;

/** The columns that a request sets; a field that is left out sets none. */
export function columnsOf(input: Partial<ProductInput> & { description?: string | undefined }): Columns {
  const { battery, ...fields } = input;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return {
    ...(Object.fromEntries(given) as Columns),
    ...(battery ? { battery_type: battery.type, battery_location: battery.location } : {}),
  };
}

const UNIQUE: Record<string, { field: string; key: MessageKey }> = {
  products_sku: { field: "sku", key: "productSkuTaken" },
  products_bar_code_eid: { field: "bar_code_eid", key: "productBarcodeTaken" },
};

/** Runs a write; a sku or barcode that another product has is reported at its field. */
export async function tellingTaken<T>(write: Promise<T>, at: readonly string[] = []): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = code === "23505" ? UNIQUE[constraint ?? ""] : undefined;
    if (!taken) throw error;
    throw invalid({ path: at.length ? at : [taken.field], key: taken.key });
  }
}

/** A product that is not deleted. */
export async function findProduct(db: Db, scope: Scope, id: string): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`select * from products where ${where(scope)} and id = ${id}`.execute(db);
  return rows[0];
}

/** Reads a product. @throws ApiError NOT_FOUND */
export async function readProduct(ctx: AccountContext, input: { product_id: string }): Promise<Product> {
  const row = await findProduct(ctx.db, scopeOf(ctx), input.product_id);
  if (!row) throw notFound();
  return presentProduct(row);
}

const SORTS: Record<string, RawBuilder<unknown>> = {
  sku: sql`sku`,
  name: sql`name`,
  available: sql`on_hand - reserved`,
};

/** A page of products with their stock, and the total. */
export async function listProducts(
  ctx: AccountContext,
  query: ListProductsQuery,
): Promise<{ rows: Product[]; total: number }> {
  const filters: RawBuilder<unknown>[] = [];
  if (query.code) filters.push(sql`(sku = ${query.code} or bar_code_eid = ${query.code})`);
  if (query.is_low_stock) {
    const isLow = sql`coalesce(on_hand - reserved <= low_stock_mark, false)`;
    filters.push(query.is_low_stock === "Y" ? isLow : sql`not ${isLow}`);
  }
  const column = SORTS[query.sort.replace(/^-/, "")] ?? sql`sku`;
  const order = sql`${column} ${query.sort.startsWith("-") ? sql`desc` : sql`asc`}, id`;
  const { rows, total } = await productsThat(ctx, query, filters, order);
  return { rows: rows.map(presentProduct), total };
}

/** Whether the order form offers a list of products: the warehouse keeps them, or there are some. */
export async function hasProducts(ctx: AccountContext): Promise<boolean> {
  if (ctx.account.pickPack) return true;
  const { rows } = await sql`select from products where ${where(scopeOf(ctx))} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** A page of the account's products that a search finds and that pass all filters, and their total. */
export async function productsThat(
  ctx: AccountContext,
  page: { q?: string | undefined; limit: string; offset: string },
  filters: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): Promise<{ rows: ProductRow[]; total: number }> {
  const all = where(scopeOf(ctx));
  const search = page.q ? [await foldedMatches(ctx.db, "products", all, page.q)] : [];
  const matching = sql`products where ${sql.join([all, ...search, ...filters], sql` and `)}`;
  const { rows: counted } = await sql<{ n: string }>`select count(*) as n from ${matching}`.execute(ctx.db);
  const { rows } = await sql<ProductRow>`
    select * from ${matching} order by ${order}
    limit ${Number(page.limit)} offset ${Number(page.offset)}`.execute(ctx.db);
  return { rows, total: Number(counted[0]?.n ?? 0) };
}

/** Creates a product without stock. @throws ApiError 400 when another product has its sku or barcode; 500998 */
export async function createProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createProduct>,
): Promise<Product> {
  return presentProduct(await insertProduct(ctx, "createProduct", columnsOf(input)));
}

/** Inserts a row for an operation, once for its key. @throws ApiError as `createProduct` */
export async function insertProduct(
  ctx: AccountContext,
  operation: OperationId,
  columns: Columns,
): Promise<ProductRow> {
  const id = newProductId();
  return tellingTaken(
    createOnce(ctx, operation, id, (tx) =>
      scoped(tx, scopeOf(ctx))
        .insertInto("products", { id, ...(columns as { sku: string; name: string }) })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),
  );
}

/** Fields that a request clears, as columns. */
export function clearedColumns(fields: readonly string[] = []): Columns {
  const columns = fields.flatMap((field) => (field === "battery" ? ["battery_type", "battery_location"] : [field]));
  return Object.fromEntries(columns.map((column) => [column, null]));
}

/** Changes a product; its stock has operations of its own. @throws ApiError NOT_FOUND, 400 as creation, CHANGED_MEANWHILE */
export async function updateProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.updateProduct>,
): Promise<Product> {
  const { product_id: id, clear, revision, ...fields } = input;
  return presentProduct(await changeProduct(ctx, id, { ...clearedColumns(clear), ...columnsOf(fields) }, revision));
}

const BATTERY = ["battery_type", "battery_location"];

/**
 * Writes columns of a row, which were made from a revision of it; `nameOf` says what the request calls a column, if
 * otherwise. @throws ApiError as `updateProduct`
 */
export function changeProduct(
  ctx: AccountContext,
  id: string,
  columns: Columns,
  since: number | undefined,
  nameOf: (column: string) => string | undefined = () => undefined,
): Promise<ProductRow> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    if (since !== undefined) await lockProducts(tx, scope, { ids: [id] });
    const before = since === undefined ? undefined : await findProduct(tx, scope, id);
    // What is not sent stays.
    const names = (column: string) => [BATTERY.includes(column) ? "battery" : (nameOf(column) ?? column)];
    if (before) mergedWith(before, { ...before }, { ...before, ...columns }, since, names);
    const row = await tellingTaken(
      scoped(tx, scope)
        .updateTable("products")
        .set({ ...columns, updated_at: new Date() })
        .where("deleted_at", "is", null)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst(),
    );
    if (!row) throw notFound();
    return row;
  });
}

/** Whether units of a product are packed for an order that is not collected; cancelling the order would return them. */
async function isPacked(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stock_movements m
    join pick_pack_orders p on p.account_id = m.account_id and p.environment = m.environment and p.order_id = m.order_id
    join orders o on o.account_id = m.account_id and o.environment = m.environment and o.id = m.order_id
    where ${within(scope, "m")} and m.product_id = ${id} 
      and p.status = 'PICKPACK_READY_TO_SHIPMENT' and o.status = 'READY_TO_SHIP' limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes a product that has no stock; its movements stay.
 * @throws ApiError NOT_FOUND, 400 while it has stock or units in an order that can still be cancelled
 */
export async function deleteProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.deleteProduct>,
): Promise<DataOf<typeof contracts.deleteProduct>> {
  return removeProduct(ctx, input.product_id, "product_id");
}

/** Deletes a row; `field` names it in refusals. @throws ApiError as `deleteProduct` */
export async function removeProduct(
  ctx: AccountContext,
  id: string,
  field: string,
): Promise<{ id: string; deleted: true }> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await lockProducts(tx, scope, { ids: [id] });
    const row = await findProduct(tx, scope, id);
    if (!row) throw notFound();
    const { on_hand, missing, damaged } = row;
    if (on_hand !== "0" || missing !== "0" || damaged !== "0")
      throw invalid({ path: [field], key: "productHasStock", params: { on_hand, missing, damaged } });
    if (await isPacked(tx, scope, row.id)) throw invalid({ path: [field], key: "productPacked" });
    await scoped(tx, scope).updateTable("products").set({ deleted_at: new Date() }).where("id", "=", row.id).execute();
    return { id: row.id, deleted: true };
  });
}

/** The movement of a manual stock change: by `qty` units, or to that number (contract §7.7). */
function changeOf(kind: StockChange, units: bigint, stock: Stock): Omit<Movement, "productId" | "sku"> {
  const moves: Record<StockChange, Pick<Movement, "onHand" | "missing" | "damaged">> = {
    RECEIVED: { onHand: units },
    ADJUSTED: { onHand: units },
    COUNTED: { onHand: units - stock.onHand, missing: -stock.missing },
    WRITTEN_OFF: { onHand: 0n, damaged: -units },
    RESTORED: { onHand: units, damaged: -units },
  };
  return { kind, reserved: 0n, ...moves[kind] };
}

/**
 * Receives stock, counts or corrects it, or settles damaged units. @throws ApiError NOT_FOUND; 400 when less would be
 * left than is reserved, or more units are settled than are damaged; 500998
 */
export async function changeStock(ctx: AccountContext, input: InputOf<typeof contracts.changeStock>): Promise<Product> {
  const scope = scopeOf(ctx);
  return createOnce(ctx, "changeStock", input.product_id, async (tx) => {
    const [locked] = await lockProducts(tx, scope, { ids: [input.product_id] });
    const row = locked && (await findProduct(tx, scope, locked.id));
    if (!row) throw notFound();
    const change = changeOf(input.kind, BigInt(input.qty), locked);
    const left = locked.onHand + change.onHand;
    if (left < locked.reserved || (change.onHand > 0n && left > MAX_STOCK)) {
      const params = { on_hand: row.on_hand, reserved: row.reserved, max: String(MAX_STOCK) };
      throw invalid({ path: ["qty"], key: "stockBounds", params });
    }
    const damaged = locked.damaged + (change.damaged ?? 0n);
    if (damaged < 0n) throw invalid({ path: ["qty"], key: "stockDamaged", params: { damaged: row.damaged } });
    const movement = { productId: row.id, sku: row.sku, ...change };
    await moveStock(tx, scope, [movement], { actor: actorOf(ctx), reason: input.reason || null });
    const missing = String(locked.missing + (change.missing ?? 0n));
    return presentProduct({ ...row, on_hand: String(left), missing, damaged: String(damaged), updated_at: new Date() });
  });
}

type Mover = { name: string | null; own_person: boolean; own_client: boolean };

function moverOf(ctx: AccountContext, row: { actor: string } & Mover): ListedMovement["moved_by"] {
  const isByStaff = isStaff(ctx.actor.role);
  if (row.own_client) return { kind: "client", name: isByStaff ? row.name : row.actor.replace("client:", "") };
  return { kind: row.own_person ? "person" : "staff", name: row.own_person || isByStaff ? row.name : null };
}

/** The movements of a product's stock, the newest first. @throws ApiError NOT_FOUND */
export async function listMovements(
  ctx: AccountContext,
  input: InputOf<typeof contracts.listMovements>,
): Promise<{ rows: ListedMovement[]; total: number }> {
  const scope = scopeOf(ctx);
  if (!(await findProduct(ctx.db, scope, input.product_id))) throw notFound();
  const matching = sql`${within(scope)} and product_id = ${input.product_id}
    ${input.order_id ? sql`and order_id = ${input.order_id}` : sql``}`;
  const { rows: counted } = await sql<{ n: string }>`
    select count(*) as n from stock_movements where ${matching}`.execute(ctx.db);
  const { rows } = await sql<Selectable<Tables["stock_movements"]> & Mover>`
    select m.*, coalesce(p.name, nullif(c.label, ''), c.id) as name, coalesce(p.account_id = m.account_id, false) as own_person,
      coalesce(c.account_id = m.account_id, false) as own_client
    from (
      select * from stock_movements where ${matching}
      order by id desc limit ${Number(input.limit)} offset ${Number(input.offset)}
    ) m
    left join people p on m.actor = 'person:' || p.id
    left join api_clients c on m.actor = 'client:' || c.id
    order by m.id desc`.execute(ctx.db);
  return {
    rows: rows.map((row) => ({
      movement_id: row.id,
      kind: row.kind,
      on_hand_change: row.on_hand_change,
      reserved_change: row.reserved_change,
      missing_change: row.missing_change,
      damaged_change: row.damaged_change,
      on_hand: row.on_hand,
      reserved: row.reserved,
      missing: row.missing,
      damaged: row.damaged,
      reason: row.reason,
      order_id: row.order_id,
      by: row.actor,
      moved_by: moverOf(ctx, row),
      time: hongKongIso(row.moved_at),
    })),
    total: Number(counted[0]?.n ?? 0),
  };
}

/** What the audit log says of a product (contract §20.1). */
export async function auditedProduct(db: Db, scope: Scope, productId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select sku, hscode, origin, battery_type, battery_location, unit, currency, length::text, width::text, height::text,
      weight::text, unit_value::text, low_stock_mark::text, on_hand::text, reserved::text, missing::text, damaged::text, deleted_at is not null as is_deleted
    from products where ${within(scope)} and id = ${productId}`.execute(db);
  return rows[0] ?? {};
}
