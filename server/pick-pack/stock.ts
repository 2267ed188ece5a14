import { sql } from "kysely";
import type { MovementKind } from "@/lib/contracts/product";
import type { Problem } from "@/lib/errors";
import type { Scope, Tx } from "@/server/context";
import type { StoredOrder } from "@/server/orders";

/** The most units of one product that receiving and correcting may come to. */
export const MAX_STOCK = 999_999_999_999n;

/** A change of one product's stock, as the ledger keeps it. */
export type Movement = {
  productId: string;
  sku: string;
  kind: MovementKind;
  onHand: bigint;
  reserved: bigint;
};

/** Who moves stock, and why. */
export type Cause = { actor: string; reason?: string | null; orderId?: string | null };

/** Products with their rows locked, always in one order, so that no two transactions wait for each other. */
export async function lockProducts(
  tx: Tx,
  scope: Scope,
  by: { skus: readonly string[] } | { ids: readonly string[] },
): Promise<{ id: string; sku: string; onHand: bigint; reserved: bigint }[]> {
  const wanted =
    "skus" in by
      ? sql`sku = any(${[...by.skus]}::text[]) and deleted_at is null`
      : sql`id = any(${[...by.ids]}::text[])`;
  const { rows } = await sql<{ id: string; sku: string; on_hand: string; reserved: string }>`
    select id, sku, on_hand, reserved from products
    where account_id = ${scope.accountId} and environment = ${scope.environment} and ${wanted}
    order by id for update`.execute(tx);
  return rows.map(({ id, sku, on_hand, reserved }) => ({
    id,
    sku,
    onHand: BigInt(on_hand),
    reserved: BigInt(reserved),
  }));
}

/**
 * Moves stock and writes the ledger, in one statement: at most one movement a product, whose rows are locked. The table
 * refuses what would leave less than is reserved.
 */
export async function moveStock(tx: Tx, scope: Scope, movements: readonly Movement[], cause: Cause): Promise<void> {
  if (!movements.length) return;
  const rows = movements.map(({ productId, sku, kind, onHand, reserved }) => ({
    product_id: productId,
    sku,
    kind,
    on_hand_change: String(onHand),
    reserved_change: String(reserved),
  }));
  await sql`
    with moves as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as m (product_id text, sku text, kind text, on_hand_change bigint, reserved_change bigint)
    ),
    moved as (
      update products p
      set on_hand = p.on_hand + m.on_hand_change, reserved = p.reserved + m.reserved_change, updated_at = clock_timestamp()
      from moves m
      where p.account_id = ${scope.accountId} and p.environment = ${scope.environment} and p.id = m.product_id
      returning p.id, p.on_hand, p.reserved
    )
    insert into stock_movements (account_id, environment, product_id, sku, kind, on_hand_change, reserved_change,
      on_hand, reserved, reason, actor, order_id)
    select ${scope.accountId}::bigint, ${scope.environment}, m.product_id, m.sku, m.kind, m.on_hand_change, m.reserved_change,
      moved.on_hand, moved.reserved, ${cause.reason ?? null}, ${cause.actor}, ${cause.orderId ?? null}::bigint
    from moves m join moved on moved.id = m.product_id
    order by m.product_id`.execute(tx);
}

/** Units of each sku that an order wants, in the order of its items. */
export function unitsBySku(order: Pick<StoredOrder, "parcels">): Map<string, bigint> {
  const units = new Map<string, bigint>();
  for (const { items } of order.parcels)
    for (const { sku, qty } of items) units.set(sku ?? "", (units.get(sku ?? "") ?? 0n) + BigInt(qty));
  return units;
}

/** What would reserve an order, its products locked, and a problem for each sku that is short or unknown. */
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

/**
 * Reserves what an order wants, or nothing: the problems name each item that is short, an unknown sku too (decisions
 * §2.5, 400481).
 */
export async function reserve(tx: Tx, scope: Scope, order: StoredOrder, actor: string): Promise<Problem[]> {
  const { movements, problems } = await judgeStock(tx, scope, order);
  if (!problems.length) await moveStock(tx, scope, movements, { actor, orderId: order.id });
  return problems;
}

/** Reserves each sku of an order that the stock has enough of, whatever the others lack. */
export async function reserveAvailable(tx: Tx, scope: Scope, order: StoredOrder, actor: string): Promise<void> {
  const { movements } = await judgeStock(tx, scope, order);
  await moveStock(tx, scope, movements, { actor, orderId: order.id });
}

type Held = { product_id: string; sku: string; reserved: string; taken: string };

/** What an order has of each product, by the ledger: reserved still, and taken out of the warehouse. */
async function heldBy(tx: Tx, scope: Scope, orderId: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select product_id, sku, sum(reserved_change)::bigint as reserved, -sum(on_hand_change)::bigint as taken
    from stock_movements
    where account_id = ${scope.accountId} and environment = ${scope.environment} and order_id = ${orderId}
    group by product_id, sku order by product_id`.execute(tx);
  return rows;
}

/** Gives everything back that an order has: what it reserved, and what was packed for it and has not left. */
export async function giveBack(tx: Tx, scope: Scope, orderId: string, actor: string): Promise<void> {
  const held = await heldBy(tx, scope, orderId);
  await lockProducts(tx, scope, { ids: held.map(({ product_id }) => product_id) });
  const movements = held.flatMap(({ product_id: productId, sku, reserved, taken }): Movement[] => {
    if (BigInt(taken) > 0n) return [{ productId, sku, kind: "RECEIVED", onHand: BigInt(taken), reserved: 0n }];
    if (BigInt(reserved) > 0n) return [{ productId, sku, kind: "RELEASED", onHand: 0n, reserved: -BigInt(reserved) }];
    return [];
  });
  await moveStock(tx, scope, movements, { actor, orderId, reason: "Order cancelled" });
}

/** Takes what an order reserved out of the stock; units that were found missing are released instead. */
export async function take(
  tx: Tx,
  scope: Scope,
  orderId: string,
  missing: ReadonlyMap<string, bigint>,
  actor: string,
): Promise<void> {
  const held = await heldBy(tx, scope, orderId);
  await lockProducts(tx, scope, { ids: held.map(({ product_id }) => product_id) });
  const short = held.flatMap(({ product_id: productId, sku }): Movement[] => {
    const units = missing.get(sku) ?? 0n;
    return units > 0n ? [{ productId, sku, kind: "RELEASED", onHand: 0n, reserved: -units }] : [];
  });
  const packed = held.flatMap(({ product_id: productId, sku, reserved }): Movement[] => {
    const units = BigInt(reserved) - (missing.get(sku) ?? 0n);
    return units > 0n ? [{ productId, sku, kind: "TAKEN", onHand: -units, reserved: -units }] : [];
  });
  await moveStock(tx, scope, short, { actor, orderId, reason: "Missing when it was packed" });
  await moveStock(tx, scope, packed, { actor, orderId });
}
