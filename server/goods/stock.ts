import { sql } from "kysely";
import type { MovementKind } from "@/lib/contracts/product";
import type { Problem } from "@/lib/errors";
import { listOf, recordOf } from "@/server/db/columns";
import { type Scope, within } from "@/server/db/scoped";
import { goodsTables } from "@/server/db/tables/goods";
import type { Db, Tx } from "@/server/db/transaction";
import type { StoredOrder } from "@/server/orders";
import { recordStockLow } from "@/server/webhooks";

/** Receiving and correcting may raise a product to this many units at most. */
export const MAX_STOCK = 999_999_999_999n;

/** A change of one product's stock, as the ledger records it. */
export type Movement = {
  productId: string;
  sku: string;
  kind: MovementKind;
  onHand: bigint;
  reserved: bigint;
  missing?: bigint;
  damaged?: bigint;
};

/** Short units of a sku, by what happens to them (contract §7.7). */
export type ShortStock = { missing: bigint; damaged: bigint; released: bigint };

/** A product's stock. */
export type Stock = { id: string; sku: string; onHand: bigint; reserved: bigint; missing: bigint; damaged: bigint };

/** The columns of a product's stock, and of a movement: what moves how much. */
const UNITS = ["on_hand", "reserved", "missing", "damaged"] as const;
const MOVED = ["product_id", "sku", "kind", ...UNITS.map((units) => `${units}_change`)];

/** Who moves stock, and why. */
export type Cause = { actor: string; reason?: string | null; orderId?: string | null };

/** Products with their rows locked, always in the same order, so that two transactions cannot deadlock. */
export async function lockProducts(
  tx: Tx,
  scope: Scope,
  by: { skus: readonly string[] } | { ids: readonly string[] },
): Promise<Stock[]> {
  const wanted =
    "skus" in by
      ? sql`sku = any(${[...by.skus]}::text[]) and deleted_at is null`
      : sql`id = any(${[...by.ids]}::text[])`;
  const { rows } = await sql<Record<"id" | "sku" | (typeof UNITS)[number], string>>`
    select id, sku, ${sql.raw(listOf(UNITS))} from products
    where ${within(scope)} and ${wanted}
    order by id for update`.execute(tx);
  return rows.map(({ id, sku, on_hand, reserved, missing, damaged }) => ({
    id,
    sku,
    onHand: BigInt(on_hand),
    reserved: BigInt(reserved),
    missing: BigInt(missing),
    damaged: BigInt(damaged),
  }));
}

type Fallen = { id: string; sku: string; name: string; available: string; low_stock_mark: string };

/**
 * Moves stock and writes the ledger, in one statement: at most one movement per product, whose rows are locked. A table
 * check refuses to leave less than is reserved. Products whose available units fall to their low-stock mark are
 * announced (contract §6.3).
 */
export async function moveStock(tx: Tx, scope: Scope, movements: readonly Movement[], cause: Cause): Promise<void> {
  if (!movements.length) return;
  const rows = movements.map(({ productId, sku, kind, onHand, reserved, missing = 0n, damaged = 0n }) => ({
    product_id: productId,
    sku,
    kind,
    on_hand_change: String(onHand),
    reserved_change: String(reserved),
    missing_change: String(missing),
    damaged_change: String(damaged),
  }));
  const { rows: fallen } = await sql<Fallen>`
    with moves as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as m (${sql.raw(recordOf(goodsTables.stock_movements, MOVED))})
    ),
    moved as (
      update products p
      set ${sql.raw(UNITS.map((units) => `${units} = p.${units} + m.${units}_change`).join(", "))}, updated_at = clock_timestamp()
      from moves m
      where ${within(scope, "p")} and p.id = m.product_id
      returning p.*, p.on_hand - p.reserved as available,
        p.on_hand - p.reserved - m.on_hand_change + m.reserved_change as available_before
    ),
    written as (
      insert into stock_movements (account_id, environment, ${sql.raw(listOf([...MOVED, ...UNITS]))}, reason, actor, order_id)
      select ${scope.accountId}::bigint, ${scope.environment}, ${sql.raw(`${listOf(MOVED, "m")}, ${listOf(UNITS, "moved")}`)},
        ${cause.reason ?? null}, ${cause.actor}, ${cause.orderId ?? null}::bigint
      from moves m join moved on moved.id = m.product_id
      order by m.product_id
    )
    select id, sku, name, available::text, low_stock_mark from moved
    where available <= low_stock_mark and available_before > low_stock_mark order by id`.execute(tx);
  for (const { id, ...product } of fallen) await recordStockLow(tx, scope, { product_id: id, ...product });
}

/** Units of each sku that an order needs, in the order of its items. */
function unitsBySku(order: Pick<StoredOrder, "parcels">): Map<string, bigint> {
  const units = new Map<string, bigint>();
  for (const { items } of order.parcels)
    for (const { sku, qty } of items) units.set(sku ?? "", (units.get(sku ?? "") ?? 0n) + BigInt(qty));
  return units;
}

/**
 * The movements that would reserve an order, with its products locked, and a problem for each sku that is short or
 * unknown.
 */
async function judgeStock(
  tx: Tx,
  scope: Scope,
  order: StoredOrder,
): Promise<{ movements: Movement[]; problems: Problem[] }> {
  const wanted = unitsBySku(order);
  const products = await lockProducts(tx, scope, { skus: [...wanted.keys()] });
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const problems: Problem[] = [];
  const movements: Movement[] = [];
  for (const [sku, units] of wanted) {
    const product = bySku.get(sku);
    const available = product ? product.onHand - product.reserved : 0n;
    if (product && available >= units) {
      movements.push({ productId: product.id, sku, kind: "RESERVED", onHand: 0n, reserved: units });
      continue;
    }
    const params = { sku, requested: String(units), available: String(available) };
    problems.push({ path: ["order_id"], key: "outOfStock", params, reason: "OUT_OF_STOCK", extra: params });
  }
  return { movements, problems };
}

/** Reserves everything an order needs, or nothing: then there is a problem (400481) for each short or unknown sku. */
export async function reserve(tx: Tx, scope: Scope, order: StoredOrder, actor: string): Promise<Problem[]> {
  const { movements, problems } = await judgeStock(tx, scope, order);
  if (!problems.length) await moveStock(tx, scope, movements, { actor, orderId: order.id });
  return problems;
}

/** Reserves each sku of an order that is fully in stock, even if others are short. */
export async function reserveAvailable(tx: Tx, scope: Scope, order: StoredOrder, actor: string): Promise<void> {
  const { movements } = await judgeStock(tx, scope, order);
  await moveStock(tx, scope, movements, { actor, orderId: order.id });
}

type Held = { product_id: string; sku: string; reserved: string; taken: string; missing: string; damaged: string };

/**
 * What an order holds of each product, by the ledger: still reserved, taken out of the warehouse, missing and damaged.
 * A later count settles what was missing.
 */
async function heldBy(tx: Tx, scope: Scope, orderId: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select product_id, sku, sum(reserved_change)::bigint as reserved,
      -sum(on_hand_change + missing_change + damaged_change)::bigint as taken, sum(damaged_change)::bigint as damaged,
      coalesce(sum(missing_change) filter (where not exists (
        select from stock_movements c
        where c.account_id = m.account_id and c.environment = m.environment and c.product_id = m.product_id
          and c.id > m.id and c.kind = 'COUNTED')), 0)::bigint as missing
    from stock_movements m
    where ${within(scope)} and order_id = ${orderId}
    group by product_id, sku order by product_id`.execute(tx);
  return rows;
}

const NOTHING: ShortStock = { missing: 0n, damaged: 0n, released: 0n };

/** Removes short units from an order's reservation: missing or damaged units are not for sale again. */
async function settleShort(
  tx: Tx,
  scope: Scope,
  held: readonly Held[],
  short: ReadonlyMap<string, ShortStock>,
  cause: Cause,
): Promise<void> {
  const moving = (move: (units: ShortStock, product: { productId: string; sku: string }) => Movement | null) =>
    held.flatMap(({ product_id: productId, sku }) => move(short.get(sku) ?? NOTHING, { productId, sku }) ?? []);
  const moves = [
    moving(({ missing: units }, of) =>
      units > 0n ? { ...of, kind: "MISSING", onHand: -units, reserved: -units, missing: units } : null,
    ),
    moving(({ damaged: units }, of) =>
      units > 0n ? { ...of, kind: "DAMAGED", onHand: -units, reserved: -units, damaged: units } : null,
    ),
    moving(({ released: units }, of) =>
      units > 0n ? { ...of, kind: "RELEASED", onHand: 0n, reserved: -units } : null,
    ),
  ];
  for (const movements of moves) await moveStock(tx, scope, movements, { ...cause, reason: "Packed short" });
}

function unitsOf({ missing, damaged, released }: ShortStock = NOTHING): bigint {
  return missing + damaged + released;
}

/**
 * Returns what an order holds: its reservation, and what was packed but has not left. What the bench noted as missing
 * or damaged stays so and is not for sale again (contract §7.7).
 */
export async function giveBack(
  tx: Tx,
  scope: Scope,
  orderId: string,
  short: ReadonlyMap<string, ShortStock>,
  actor: string,
): Promise<void> {
  const held = await heldBy(tx, scope, orderId);
  await lockProducts(tx, scope, { ids: held.map(({ product_id }) => product_id) });
  const cause = { actor, orderId };
  const reserving = held.filter(({ reserved }) => BigInt(reserved) > 0n);
  await settleShort(tx, scope, reserving, short, cause);
  const movements = held.flatMap(({ product_id: productId, sku, reserved, taken }): Movement[] => {
    if (BigInt(taken) > 0n) return [{ productId, sku, kind: "RECEIVED", onHand: BigInt(taken), reserved: 0n }];
    const left = BigInt(reserved) - (BigInt(reserved) > 0n ? unitsOf(short.get(sku)) : 0n);
    return left > 0n ? [{ productId, sku, kind: "RELEASED", onHand: 0n, reserved: -left }] : [];
  });
  await moveStock(tx, scope, movements, { ...cause, reason: "Order cancelled" });
}

/** Takes an order's reserved units out of the stock, except those packed short. */
export async function take(
  tx: Tx,
  scope: Scope,
  orderId: string,
  short: ReadonlyMap<string, ShortStock>,
  actor: string,
): Promise<void> {
  const held = await heldBy(tx, scope, orderId);
  await lockProducts(tx, scope, { ids: held.map(({ product_id }) => product_id) });
  await settleShort(tx, scope, held, short, { actor, orderId });
  const packed = held.flatMap(({ product_id: productId, sku, reserved }): Movement[] => {
    const units = BigInt(reserved) - unitsOf(short.get(sku));
    return units > 0n ? [{ productId, sku, kind: "TAKEN", onHand: -units, reserved: -units }] : [];
  });
  await moveStock(tx, scope, packed, { actor, orderId });
}

/**
 * Undoes {@link take}: everything the order needs is reserved again. Units that were missing or damaged no longer are;
 * those that a count or a write-off has settled, and released units, must be available. If there is a problem, nothing
 * is moved (contract §7.9).
 */
export async function reserveAgain(tx: Tx, scope: Scope, order: StoredOrder, actor: string): Promise<Problem[]> {
  const wanted = unitsBySku(order);
  const held = await heldBy(tx, scope, order.id);
  const products = await lockProducts(tx, scope, { ids: held.map(({ product_id }) => product_id) });
  const problems: Problem[] = [];
  const movements = held.flatMap((has): Movement[] => {
    const product = products.find(({ id }) => id === has.product_id);
    const needed = (wanted.get(has.sku) ?? 0n) - BigInt(has.reserved);
    if (!product || needed <= 0n) return [];
    const missing = least(BigInt(has.missing), product.missing);
    const damaged = least(BigInt(has.damaged), product.damaged);
    const back = BigInt(has.taken) + missing + damaged;
    const available = back + product.onHand - product.reserved;
    if (available >= needed) {
      const of = { productId: product.id, sku: has.sku, kind: "REOPENED" } as const;
      return [{ ...of, onHand: back, reserved: needed, missing: -missing, damaged: -damaged }];
    }
    const params = { sku: has.sku, requested: String(needed), available: String(available) };
    problems.push({ path: ["order_id"], key: "outOfStock", params, reason: "OUT_OF_STOCK", extra: params });
    return [];
  });
  if (!problems.length)
    await moveStock(tx, scope, movements, { actor, orderId: order.id, reason: "To be packed again" });
  return problems;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Where the products of an order are in the warehouse, by its skus; products without a location are left out. Reserved
 * units are found by their product, even if its sku has changed since.
 */
export async function locationsOf(
  db: Db,
  scope: Scope,
  orderId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; place: string }>`
    select s.sku, g.warehouse_location as place
    from unnest(${[...skus]}::text[]) as s (sku)
    left join stock_movements m on ${within(scope, "m")}
      and m.order_id = ${orderId} and m.sku = s.sku and m.kind = 'RESERVED'
    join products g on ${within(scope, "g")}
      and g.id = coalesce(m.product_id, (select x.id from products x where ${within(scope, "x")} and x.sku = s.sku and x.deleted_at is null))
    where g.warehouse_location is not null`.execute(db);
  return new Map(rows.map(({ sku, place }) => [sku, place]));
}
