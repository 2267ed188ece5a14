/** Owns batches: the same for up to 1,000 orders within one call (contract §38.3). */
import { setImmediate as turn } from "node:timers/promises";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { OrderResult } from "@/lib/contracts/order";
import type * as contracts from "@/lib/contracts/order-batch";
import { partsOf } from "@/lib/contracts/order-batch";
import { ApiError } from "@/lib/errors";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import type { Tx } from "@/server/db/transaction";
import { doEach, type KeptRow, runBatch, type StoredError, stored, thrownFrom } from "@/server/jobs";
import { cancelOrder } from "./change/cancel";
import { confirmOrder } from "./change/change";
import { type PricedOrder, sourceOf } from "./create/create";
import { judgeSent } from "./create/judge-set";
import { writeSet } from "./create/write-set";
import { lockOrders } from "./queries";

/** Orders that are written together. */
const SET = 25;
/** The most parcels and items in a set of several orders. */
const SET_PARTS = 1000;

type Judged = PricedOrder | ApiError;

/** The bodies of the next set, from a position: fewer of large orders, so that none holds the database for long. */
function bodiesFrom(orders: readonly unknown[], from: number): unknown[] {
  let parts = 0;
  const end = orders.findIndex((order, at) => {
    if (at <= from) return false;
    parts += partsOf([orders[at - 1]]);
    return at - from === SET || parts + partsOf([order]) > SET_PARTS;
  });
  return orders.slice(from, end < 0 ? undefined : end);
}

/** Judges bodies as creation does, after other requests had their turn. */
async function judgeBodies(ctx: AccountContext, bodies: readonly unknown[]): Promise<Judged[]> {
  await turn();
  return judgeSent(ctx, await catalogue(ctx), bodies, sourceOf(ctx));
}

/** What is kept of a result. */
function answerOf({ order_id, order_status, tracking_number, quote_price }: OrderResult) {
  return { order_id, order_status, tracking_number, quote_price };
}

/** Creates a set of orders; what became of each, in their order. */
async function createSet(
  ctx: AccountContext & { db: Tx },
  judged: readonly Judged[],
  from: number,
): Promise<KeptRow[]> {
  const orders = judged.filter((each): each is PricedOrder => !(each instanceof ApiError));
  const made = (await writeSet(ctx, orders, sourceOf(ctx))).values();
  return judged.map((each, at) => {
    const result = each instanceof ApiError ? each : (made.next().value as OrderResult | ApiError);
    const position = from + at;
    if (result instanceof ApiError)
      return { position, object_id: "", outcome: "FAILED", answer: null, error: stored(result) };
    return { position, object_id: result.order_id, outcome: "DONE", answer: answerOf(result), error: null };
  });
}

/** Rows as the answer has them. Of an order whose data is erased since, a repeat says only that it was made. */
function answersOf(ctx: AccountContext, rows: readonly KeptRow[], isNamed: boolean) {
  return rows.map(({ position, object_id, outcome, answer, error }) => ({
    index: position,
    ...((isNamed || outcome === "DONE") && { order_id: object_id }),
    ...answer,
    ...(outcome === "FAILED" && { error: refusalOf(error as StoredError | null).body(ctx.language) }),
  }));
}

const refusalOf = (error: StoredError | null) => (error ? thrownFrom(error) : new ApiError("BAD_REQUEST"));

const countOf = (rows: readonly KeptRow[], outcome: KeptRow["outcome"]) =>
  rows.filter((row) => row.outcome === outcome).length;

/**
 * Creates many orders in one call (contract §38.3); sets of them commit together.
 * @throws ApiError what `runBatch` throws
 */
export async function createBatch(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createBatch>,
): Promise<DataOf<typeof contracts.createBatch>> {
  const { orders } = input;
  const batch = {
    ...{ operation: "createBatch", body: input, total: orders.length },
    prepare: (from: number) => judgeBodies(ctx, bodiesFrom(orders, from)),
    doSet: (tx: Tx, from: number, set: readonly Judged[]) => createSet({ ...ctx, db: tx }, set, from),
  };
  const { id, rows } = await runBatch(ctx, batch);
  const results = answersOf(ctx, rows, false) as DataOf<typeof contracts.createBatch>["results"];
  return { batch_id: id, created: countOf(rows, "DONE"), refused: countOf(rows, "FAILED"), results };
}

type Each = (ctx: AccountContext, id: string) => Promise<Record<string, unknown>>;

/** Does something to orders that are named, several in one transaction. */
function toEach(ctx: AccountContext, ids: readonly string[], each: Each) {
  // Those of the warehouse lock products too: more than one at a time could wait for each other.
  const most = ctx.account.pickPack ? 1 : SET;
  return {
    // In a transaction it would be read again for each order.
    prepare: () => catalogue(ctx),
    async doSet(tx: Tx, from: number) {
      const set = ids.slice(from, from + most);
      await lockOrders(tx, scopeOf(ctx), set);
      return doEach(tx, set, { from, act: (id) => each({ ...ctx, db: tx }, id) });
    },
  };
}

/** Confirms many saved orders in one call (contract §38.3). @throws ApiError what `runBatch` throws */
export async function confirmBatch(
  ctx: AccountContext,
  input: InputOf<typeof contracts.confirmBatch>,
): Promise<DataOf<typeof contracts.confirmBatch>> {
  const { order_ids: ids } = input;
  const confirm: Each = async (own, order_id) => {
    const { order_status, tracking_number, quote_price } = await confirmOrder(own, { order_id, quote_id: undefined });
    return { order_status, tracking_number, quote_price };
  };
  const batch = { operation: "confirmBatch", body: input, total: ids.length, ...toEach(ctx, ids, confirm) };
  const { id, rows } = await runBatch(ctx, batch);
  const results = answersOf(ctx, rows, true) as DataOf<typeof contracts.confirmBatch>["results"];
  return { batch_id: id, confirmed: countOf(rows, "DONE"), refused: countOf(rows, "FAILED"), results };
}

/** Cancels many orders in one call (contract §38.3). @throws ApiError what `runBatch` throws */
export async function cancelBatch(
  ctx: AccountContext,
  input: InputOf<typeof contracts.cancelBatch>,
): Promise<DataOf<typeof contracts.cancelBatch>> {
  const { order_ids: ids, ...why } = input;
  const cancel: Each = async (own, order_id) => {
    const { order_status, cancel_status } = await cancelOrder(own, { order_id, ...why });
    return { order_status, cancel_status };
  };
  const batch = { operation: "cancelBatch", body: input, total: ids.length, ...toEach(ctx, ids, cancel) };
  const { id, rows } = await runBatch(ctx, batch);
  const results = answersOf(ctx, rows, true) as DataOf<typeof contracts.cancelBatch>["results"];
  return { batch_id: id, cancelled: countOf(rows, "DONE"), refused: countOf(rows, "FAILED"), results };
}
