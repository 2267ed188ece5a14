/** Owns how lines of a carrier's invoice find orders of any merchant, and what those cost at the weights billed (contract §26.7). */
import { sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import { money } from "@/lib/decimal";
import { type Catalogue, catalogueSince, consignmentOfOrder, priceConsignment } from "@/server/carriers";
import type { Db } from "@/server/db/transaction";
import { storedInput } from "../present";
import { type OrderRow, ROW, type StoredOrder, wholeOfAny } from "../queries";
import { FIRST_CHARGE } from "./adjustments";

/** An order of any account in production. */
export type OrderKey = { accountId: string; orderId: string };
/** A parcel that a tracking number names, counted from 1. */
export type Numbered = OrderKey & { parcel: number };

/** The parcels in production that tracking numbers name, over all accounts. Orders that were never confirmed have none. */
export async function parcelsByNumber(db: Db, numbers: readonly string[]): Promise<Map<string, Numbered>> {
  const all = [...new Set(numbers)];
  const { rows } = await sql<{ number: string; account_id: string; order_id: string; parcel: number }>`
    select tracking_number as number, account_id, id as order_id, 1 as parcel from orders
    where tracking_number = any(${all}::text[]) and environment = 'production'
    union all
    select tracking_number, account_id, order_id, position from order_parcels
    where tracking_number = any(${all}::text[]) and position > 1 and environment = 'production'`.execute(db);
  return new Map(
    rows.map(({ number, account_id, order_id, parcel }) => [
      number,
      { accountId: account_id, orderId: order_id, parcel },
    ]),
  );
}

/** Which of these orders there are in production, by {@link keyOf}. */
export async function existingOrders(db: Db, keys: readonly OrderKey[]): Promise<Set<string>> {
  const { rows } = await sql<{ account_id: string; order_id: string }>`
    select k.account_id, k.order_id from ${rowsOfKeys(keys)} join orders o
      on o.account_id = k.account_id and o.environment = 'production' and o.id = k.order_id`.execute(db);
  return new Set(rows.map(({ account_id, order_id }) => keyOf({ accountId: account_id, orderId: order_id })));
}

/** kg by parcel, as the carrier has billed them. */
type BilledWeights = ReadonlyMap<number, string>;

/** An order as far as an invoice's line depends on it. */
export type BilledOrder = {
  isCancelled: boolean;
  /** HKD: what the merchant owes for it so far. */
  charged: string;
  /** A person, and no import, has adjusted it for its weight. */
  isByHand: boolean;
  /** The price in HKD on the day of its confirmation, with these weights instead of the parcels' own; null: none. */
  priceAt: (weights: BilledWeights) => string | null;
};

/** The key of an order among those of several accounts. */
export const keyOf = ({ accountId, orderId }: OrderKey) => `${accountId}/${orderId}`;

// Every caller locks them one after the other, in the same order.
const inOrder = (keys: readonly OrderKey[]) =>
  [...new Map(keys.map((key) => [keyOf(key), key])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, key]) => key);

/** Orders as rows: `k (account_id, order_id)`. */
export function rowsOfKeys(keys: readonly OrderKey[]) {
  const each = inOrder(keys);
  return sql`unnest(${each.map(({ accountId }) => accountId)}::bigint[],
    ${each.map(({ orderId }) => orderId)}::bigint[]) k (account_id, order_id)`;
}

type Charges = { account_id: string; order_id: string; charged: string; by_hand: boolean };

/** Locks orders of any accounts in production until the transaction ends. */
export async function lockBilledOrders(tx: Db, keys: readonly OrderKey[]): Promise<void> {
  await sql`
    select n.* from ${rowsOfKeys(keys)} cross join lateral (
      select 1 from orders
      where account_id = k.account_id and environment = 'production' and id = k.order_id for update) n`.execute(tx);
}

/**
 * Reads orders of any accounts in production by {@link keyOf}, in a fixed number of statements. `imported`: adjustments
 * that were not made by hand.
 */
export async function billedOrders(
  db: Db,
  catalogue: Catalogue,
  keys: readonly OrderKey[],
  imported: readonly string[],
): Promise<Map<string, BilledOrder>> {
  const { rows: orders } = await sql<OrderRow>`
    select n.* from ${rowsOfKeys(keys)} cross join lateral (
      select ${ROW} from orders
      where account_id = k.account_id and environment = 'production' and id = k.order_id) n`.execute(db);
  const { rows: charges } = await sql<Charges>`
    select o.account_id, o.id as order_id, ${FIRST_CHARGE} + later.sum as charged, later.by_hand
    from ${rowsOfKeys(keys)}
    join orders o on o.account_id = k.account_id and o.environment = 'production' and o.id = k.order_id
    cross join lateral (
      select coalesce(sum(e.amount) filter (where e.kind <> 'COD_COLLECTED'), 0) as sum,
        bool_or(e.adjustment_kind = 'CARRIER_INVOICE' and e.charged_weight is not null
          and e.id <> all(${[...imported]}::text[])) is true as by_hand
      from order_entries e
      where e.account_id = k.account_id and e.environment = 'production' and e.order_id = k.order_id) later`.execute(
    db,
  );
  const chargesOf = new Map(
    charges.map((row) => [keyOf({ accountId: row.account_id, orderId: row.order_id }), row] as const),
  );
  const days = orders.flatMap(({ confirmed_at }) => (confirmed_at ? [hongKongDate(confirmed_at)] : [])).sort();
  const carriers = days[0] ? await catalogueSince(db, catalogue, days[0]) : catalogue;
  return new Map(
    (await wholeOfAny(db, orders)).map((order) => {
      const key = keyOf({ accountId: order.account_id, orderId: order.id });
      const { charged = "0", by_hand: isByHand = false } = chargesOf.get(key) ?? {};
      return [
        key,
        {
          isCancelled: order.status === "CANCELLED",
          charged: money(charged),
          isByHand,
          priceAt: (weights) => priceAt(carriers, order, weights),
        },
      ];
    }),
  );
}

function priceAt(catalogue: Catalogue, order: StoredOrder, weights: BilledWeights): string | null {
  // An erased order cannot be priced again.
  if (!order.confirmed_at || order.erased_at) return null;
  const consignment = consignmentOfOrder(storedInput(order));
  const parcels = consignment.parcels.map((parcel, index) => {
    const weight = weights.get(index + 1);
    return weight === undefined ? parcel : { ...parcel, weight, length: null, width: null, height: null };
  });
  // It is delivered, whatever has become of its pickup point.
  const sent = { ...consignment, parcels, deliveryCode: null };
  const priced = priceConsignment(catalogue, order.shipping_provider, sent, hongKongDate(order.confirmed_at));
  return priced.ok ? priced.price : null;
}
