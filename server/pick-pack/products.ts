import { randomBytes } from "node:crypto";
import { type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/product";
import type { ListProductsQuery, Movement, Product, ProductInput } from "@/lib/contracts/product";
import { invalid, notFound } from "@/lib/errors";
import type { MessageKey } from "@/lib/i18n/validation";
import { type AccountContext, actorOf, type Db, type Scope, scopeOf, type Tx, withTransaction } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { lockProducts, MAX_STOCK, moveStock } from "./stock";

export type ProductRow = Selectable<Tables["products"]>;

/** A new product's id. */
export function newProductId(): string {
  return `pr_${randomBytes(9).toString("hex")}`;
}

function where({ accountId, environment }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`account_id = ${accountId} and environment = ${environment} and deleted_at is null`;
}

/** A product as it is answered. */
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
    is_low_stock: row.low_stock_mark !== null && available <= BigInt(row.low_stock_mark) ? "Y" : "N",
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

type Columns = Updateable<Tables["products"]>;

/** The columns that a request gives; a field that is left out has none. */
export function columnsOf(input: Partial<ProductInput>): Columns {
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

/** Runs a write; a sku or barcode that another product has is told at its field. */
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

async function findProduct(db: Db, scope: Scope, id: string): Promise<ProductRow | undefined> {
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

/** A page of products with their stock and its total; wildcards in a search mean nothing. */
export async function listProducts(
  ctx: AccountContext,
  query: ListProductsQuery,
): Promise<{ rows: Product[]; total: number }> {
  const filters: RawBuilder<unknown>[] = [where(scopeOf(ctx))];
  if (query.q)
    filters.push(
      sql`strpos(lower(sku || E'\n' || coalesce(bar_code_eid, '') || E'\n' || name), lower(${query.q})) > 0`,
    );
  if (query.code) filters.push(sql`(sku = ${query.code} or bar_code_eid = ${query.code})`);
  if (query.is_low_stock) {
    const isLow = sql`coalesce(on_hand - reserved <= low_stock_mark, false)`;
    filters.push(query.is_low_stock === "Y" ? isLow : sql`not ${isLow}`);
  }
  const matching = sql`products where ${sql.join(filters, sql` and `)}`;
  const { rows: counted } = await sql<{ n: string }>`select count(*) as n from ${matching}`.execute(ctx.db);
  const column = SORTS[query.sort.replace(/^-/, "")] ?? sql`sku`;
  const { rows } = await sql<ProductRow>`
    select * from ${matching} order by ${column} ${query.sort.startsWith("-") ? sql`desc` : sql`asc`}, id
    limit ${Number(query.limit)} offset ${Number(query.offset)}`.execute(ctx.db);
  return { rows: rows.map(presentProduct), total: Number(counted[0]?.n ?? 0) };
}

/** Creates a product without stock. @throws ApiError 400 when its sku or barcode is another's; 500998 */
export async function createProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createProduct>,
): Promise<Product> {
  const { accountId, environment } = scopeOf(ctx);
  const id = newProductId();
  const row = await tellingTaken(
    createOnce(ctx, "createProduct", id, (tx) =>
      tx
        .insertInto("products")
        .values({
          account_id: accountId,
          environment,
          id,
          ...(columnsOf(input) as { sku: string; name: string }),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),
  );
  return presentProduct(row);
}

/** Fields that a request takes away, as columns. */
function cleared(fields: readonly string[] = []): Columns {
  const columns = fields.flatMap((field) => (field === "battery" ? ["battery_type", "battery_location"] : [field]));
  return Object.fromEntries(columns.map((column) => [column, null]));
}

/** Changes a product; its stock has operations of its own. @throws ApiError NOT_FOUND, 400 as creation */
export async function updateProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.updateProduct>,
): Promise<Product> {
  const { product_id: id, clear, ...fields } = input;
  const scope = scopeOf(ctx);
  const row = await tellingTaken(
    ctx.db
      .updateTable("products")
      .set({ ...cleared(clear), ...columnsOf(fields), updated_at: new Date() })
      .where(where(scope))
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return presentProduct(row);
}

/** Whether units of a product are packed for an order that is not collected: cancelled, it gives them back. */
async function isPacked(tx: Tx, { accountId, environment }: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stock_movements m
    join pick_pack_orders p on p.account_id = m.account_id and p.environment = m.environment and p.order_id = m.order_id
    join orders o on o.account_id = m.account_id and o.environment = m.environment and o.id = m.order_id
    where m.account_id = ${accountId} and m.environment = ${environment} and m.product_id = ${id} and m.kind = 'TAKEN'
      and p.status = 'PICKPACK_READY_TO_SHIPMENT' and o.status = 'READY_TO_SHIP' limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes a product that has no stock; its movements stay.
 * @throws ApiError NOT_FOUND, 400 while it has stock or an order that can still be cancelled has units of it
 */
export async function deleteProduct(
  ctx: AccountContext,
  input: InputOf<typeof contracts.deleteProduct>,
): Promise<DataOf<typeof contracts.deleteProduct>> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await lockProducts(tx, scope, { ids: [input.product_id] });
    const row = await findProduct(tx, scope, input.product_id);
    if (!row) throw notFound();
    if (row.on_hand !== "0")
      throw invalid({ path: ["product_id"], key: "productHasStock", params: { on_hand: row.on_hand } });
    if (await isPacked(tx, scope, row.id)) throw invalid({ path: ["product_id"], key: "productPacked" });
    await tx
      .updateTable("products")
      .set({ deleted_at: new Date() })
      .where(where(scope))
      .where("id", "=", row.id)
      .execute();
    return { id: row.id, deleted: true };
  });
}

/**
 * Receives stock, or corrects what was counted. @throws ApiError NOT_FOUND; 400 when less than is reserved would be left;
 * 500998
 */
export async function changeStock(ctx: AccountContext, input: InputOf<typeof contracts.changeStock>): Promise<Product> {
  const scope = scopeOf(ctx);
  return createOnce(ctx, "changeStock", input.product_id, async (tx) => {
    const [locked] = await lockProducts(tx, scope, { ids: [input.product_id] });
    const row = locked && (await findProduct(tx, scope, locked.id));
    if (!row) throw notFound();
    const units = BigInt(input.qty);
    const left = locked.onHand + units;
    if (left < locked.reserved || (units > 0n && left > MAX_STOCK)) {
      const params = { on_hand: row.on_hand, reserved: row.reserved, max: String(MAX_STOCK) };
      throw invalid({ path: ["qty"], key: "stockBounds", params });
    }
    const movement = { productId: row.id, sku: row.sku, kind: input.kind, onHand: units, reserved: 0n };
    await moveStock(tx, scope, [movement], { actor: actorOf(ctx), reason: input.reason || null });
    return presentProduct({ ...row, on_hand: String(left), updated_at: new Date() });
  });
}

type Mover = { person_name: string | null; own_person: boolean; own_client: boolean };

function moverOf(ctx: AccountContext, row: { actor: string } & Mover): Movement["moved_by"] {
  if (row.own_client) return { kind: "client", name: row.actor.replace("client:", "") };
  const isStaff = ctx.actor.role === "warehouse" || ctx.actor.role === "support";
  return { kind: row.own_person ? "person" : "staff", name: row.own_person || isStaff ? row.person_name : null };
}

/** What moved a product's stock, the newest first. @throws ApiError NOT_FOUND */
export async function listMovements(
  ctx: AccountContext,
  input: InputOf<typeof contracts.listMovements>,
): Promise<{ rows: Movement[]; total: number }> {
  const { accountId, environment } = scopeOf(ctx);
  if (!(await findProduct(ctx.db, scopeOf(ctx), input.product_id))) throw notFound();
  const matching = sql`account_id = ${accountId} and environment = ${environment} and product_id = ${input.product_id}
    ${input.order_id ? sql`and order_id = ${input.order_id}` : sql``}`;
  const { rows: counted } = await sql<{ n: string }>`
    select count(*) as n from stock_movements where ${matching}`.execute(ctx.db);
  const { rows } = await sql<Selectable<Tables["stock_movements"]> & Mover>`
    select m.*, p.name as person_name, coalesce(p.account_id = m.account_id, false) as own_person,
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
      on_hand: row.on_hand,
      reserved: row.reserved,
      reason: row.reason,
      order_id: row.order_id,
      by: row.actor,
      moved_by: moverOf(ctx, row),
      time: hongKongIso(row.moved_at),
    })),
    total: Number(counted[0]?.n ?? 0),
  };
}
