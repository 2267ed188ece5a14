/** Owns batches: the same for up to 1,000 orders within one call (contract §38.3). */
import { setImmediate as turn } from "node:timers/promises";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { judge } from "@/lib/contracts/judge";
import { createOrder as createContract, type OrderInput, type OrderResult, orderInput } from "@/lib/contracts/order";
import type * as contracts from "@/lib/contracts/order-batch";
import { partsOf } from "@/lib/contracts/order-batch";
import { ApiError } from "@/lib/errors";
import { type Catalogue, catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Tx, withSavepoint } from "@/server/db/transaction";
import { doEach, isOfDatabase, type KeptRow, runBatch, type StoredError, stored, thrownFrom } from "@/server/jobs";
import { log } from "@/server/log";
import { cancelOrder } from "./change/cancel";
import { confirmOrder } from "./change/change";
import { sourceOf, writeOrders } from "./create/create";
import { rulesOf } from "./create/judge";
import { lockOrders } from "./queries";

/** Orders that are written together. */
const SET = 25;
/** The most parcels and items in a set of several orders. */
const SET_PARTS = 1000;

type Judged = OrderInput | ApiError;

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

/** What a set of orders is made of: judged bodies, and the carriers by which they were judged. */
type JudgedSet = { judged: Judged[]; carriers: Catalogue };

/** Judges bodies as creation does, after other requests had their turn. */
async function judgeSet(ctx: AccountContext, bodies: readonly unknown[]): Promise<JudgedSet> {
  await turn();
  const { rules } = createContract;
  const carriers = await catalogue(ctx);
  const all = [...(rules ? [rules] : []), rulesOf(ctx, carriers)];
  const judged = bodies.map((body) => {
    const { data, problems } = judge(orderInput, body, ...all);
    return problems ? new ApiError("BAD_REQUEST", { problems }) : data;
  });
  return { judged, carriers };
}

type Made = OrderResult | ApiError;

/** Writes a set of orders that are judged together; of each the result, or why it is refused. */
async function writeSet(ctx: AccountContext, { judged, carriers }: JudgedSet): Promise<Made[]> {
  const inputs = judged.filter((each): each is OrderInput => !(each instanceof ApiError));
  const made = (await writeOrders(ctx, inputs, { source: sourceOf(ctx), carriers })).values();
  return judged.map((each) => (each instanceof ApiError ? each : (made.next().value as Made)));
}

/** What is kept of a result. */
function answerOf({ order_id, order_status, tracking_number, quote_price }: OrderResult) {
  return { order_id, order_status, tracking_number, quote_price };
}

/** Creates a set of orders; what became of each, in their order. */
async function createSet(ctx: AccountContext & { db: Tx }, set: JudgedSet, from: number): Promise<KeptRow[]> {
  const made = await withSavepoint(ctx.db, () => writeSet(ctx, set)).catch((error: unknown) => {
    if (isOfDatabase(error)) throw error;
    log().warn({ err: error }, "a set of orders is written one by one");
    return null;
  });
  if (made)
    return made.map((each, at) => {
      const position = from + at;
      if (each instanceof ApiError)
        return { position, object_id: "", outcome: "FAILED", answer: null, error: stored(each) };
      return { position, object_id: each.order_id, outcome: "DONE", answer: answerOf(each), error: null };
    });
  // The database takes one of them for none of the reasons that are known: alone it holds up no other.
  const positions = set.judged.map((_each, at) => String(from + at));
  const rows = await doEach(ctx.db, positions, {
    from,
    async act(position) {
      const at = Number(position) - from;
      const [one] = await writeSet(ctx, { ...set, judged: set.judged.slice(at, at + 1) });
      if (!one || one instanceof ApiError) throw one;
      return answerOf(one);
    },
  });
  return rows.map((row) => ({ ...row, object_id: String(row.answer?.order_id ?? "") }));
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
    prepare: (from: number) => judgeSet(ctx, bodiesFrom(orders, from)),
    doSet: (tx: Tx, from: number, set: JudgedSet) => createSet({ ...ctx, db: tx }, set, from),
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
