import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { catalogue } from "@/server/carriers";
import { listOf } from "@/server/db/columns";
import { overAll } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { gramsOf } from "@/server/search";
import { districtOf } from "../present";
import { searchTextOf, withDistrict } from "./search-text";

/** Small, because the embedded database blocks the process meanwhile. */
const BATCH = 200;

const OF_ORDER = [
  ...(["id", "account_id", "environment", "ship_type", "shipping_provider", "recipient"] as const),
  ...(["reference", "client_remarks", "erased_at"] as const),
];
type Searched = Selected<"orders", (typeof OF_ORDER)[number]> & {
  numbers: string[];
  items: { description: string; sku: string | null }[];
};

/** All that is searched of the orders of `from`, which are named `o`. */
async function read(tx: Tx, from: RawBuilder<unknown>): Promise<Searched[]> {
  const ofOrder = sql`where x.account_id = o.account_id and x.environment = o.environment and x.order_id = o.id`;
  const { rows } = await sql<Searched>`
    select ${sql.raw(listOf(OF_ORDER, "o"))},
      array(select x.tracking_number from order_parcels x ${ofOrder} and x.tracking_number is not null
        order by x.position) as numbers,
      (select coalesce(json_agg(json_build_object('description', x.description, 'sku', x.sku)
        order by x.parcel, x.position), '[]') from order_items x ${ofOrder}) as items
    from ${from}`.execute(tx);
  return rows;
}

/** The rows `x` of `order_search` for orders. */
async function rowsOf(tx: Tx, orders: readonly Searched[]): Promise<RawBuilder<unknown>> {
  const { version } = await tx.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const carriers = await catalogue({ db: tx, catalogueVersion: String(version) });
  const rows = orders.map((order) => {
    const text = withDistrict(searchTextOf(order), districtOf(order, carriers));
    const { account_id, environment, id } = order;
    const grams = gramsOf({ accountId: account_id, environment }, text);
    return { account_id, environment, order_id: id, text, grams: `{${grams.join()}}` };
  });
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x (account_id bigint, environment text, order_id bigint, text text, grams text)`;
}

/** Indexes orders that were written or changed since. Returns how many; another worker may have the others in hand. */
function indexDue(db: Db): Promise<number> {
  return withTransaction(db, async (tx) => {
    const orders = await read(
      tx,
      sql`(select account_id, environment, order_id from order_search where grams is null
          limit ${BATCH} for update skip locked) s
        join orders o on o.account_id = s.account_id and o.environment = s.environment and o.id = s.order_id`,
    );
    if (orders.length > 0)
      // A change of one of them waits for this, and makes it due again.
      await sql`
        update order_search s set text = x.text, grams = x.grams::int[] from ${await rowsOf(tx, orders)}
        where s.account_id = x.account_id and s.environment = x.environment and s.order_id = x.order_id`.execute(tx);
    return orders.length;
  });
}

/**
 * Indexes a slice of the orders from before, the newest first; who changes one meanwhile writes its row. False: none is
 * left, or another worker does it.
 */
function indexEarlier(db: Db): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<{
      before: string;
    }>`select before from order_search_progress for update skip locked`.execute(tx);
    const before = rows[0]?.before;
    if (before === undefined) return false;
    const newest = (environment: Environment) => sql`
      (select * from orders where environment = ${environment} and id < ${before}::bigint and ${overAll("orders")}
        order by id desc limit ${BATCH})`;
    const slice = await read(
      tx,
      sql`(select * from (${newest("production")} union all ${newest("testing")}) n order by id desc limit ${BATCH}) o`,
    );
    if (slice.length === 0) {
      // Those that were erased while they were in hand.
      await sql`
        delete from order_search s using orders o where o.erased_at is not null
          and s.account_id = o.account_id and s.environment = o.environment and s.order_id = o.id`.execute(tx);
      await tx.deleteFrom("order_search_progress").execute();
      return false;
    }
    await sql`
      insert into order_search (account_id, environment, order_id, text, grams)
      select account_id, environment, order_id, text, grams::int[]
      from ${await rowsOf(
        tx,
        slice.filter(({ erased_at }) => erased_at === null),
      )}
      on conflict (account_id, environment, order_id) do nothing`.execute(tx);
    const oldest = slice.reduce((least, { id }) => (BigInt(id) < BigInt(least) ? id : least), before);
    await sql`update order_search_progress set before = ${oldest}::bigint, done = done + ${slice.length}`.execute(tx);
    return true;
  });
}

/**
 * Writes the index of searches: first of orders that were written or changed, then of those from before there was one,
 * in small batches, until nothing is left or the signal stops it. Any number of workers may do so.
 */
export async function indexOrders(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const isMore = (await indexDue(db)) === BATCH || (await indexEarlier(db));
    if (!isMore) return;
    await turn();
  }
}
