/** Owns what people ask of bulk actions (contract §38.2); the work on them is in `bulk-work.ts`. */
import { randomBytes } from "node:crypto";
import { hongKongIso } from "@/lib/calendar";
import { contractOf } from "@/lib/contracts";
import * as contracts from "@/lib/contracts/bulk";
import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import { also, judge, type Rules } from "@/lib/contracts/judge";
import { listOrders } from "@/lib/contracts/order";
import { listPickPack } from "@/lib/contracts/pickpack";
import { ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import { list, object } from "@/lib/loose";
import { BULK_OPERATIONS, type BulkOperation, operationOf } from "@/lib/operations";
import { MAX_BULK } from "@/lib/orders/choices";
import { mayCall } from "@/lib/rights";
import { hashSecret, rightsOfAsker } from "@/server/accounts";
import { type AccountContext, actorOf, type Context, personOf } from "@/server/context";
import { type Rows, withRules } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import {
  addJob,
  countResults,
  type JobRow,
  type KeptRow,
  listResults,
  makeRoom,
  ownScope,
  presentAsker,
  readJobs,
  type StoredError,
  stopJob,
  thrownFrom,
} from "@/server/jobs";
import { matchingOrders } from "@/server/orders";
import { matchingPickPack } from "@/server/pick-pack";
import { admitAgain } from "../admission";
import { BULK, type BulkFacts } from "./bulk-job";

function present(row: JobRow): contracts.Bulk {
  const { operation, requested } = row.result as BulkFacts;
  const isOpen = row.state === "QUEUED" || row.state === "RUNNING";
  return {
    bulk_id: row.id,
    operation,
    state: isOpen ? "RUNNING" : row.state === "DONE" ? "DONE" : "STOPPED",
    total: row.total,
    done: row.done - row.failed,
    failed: row.failed,
    requested,
    created_by: presentAsker(row),
    create_time: hongKongIso(row.created_at),
    finish_time: row.finished_at && hongKongIso(row.finished_at),
  };
}

/** Those of the account; of staff who name none, each sees what they asked for themselves. */
function ownBulks(ctx: Context): { kind: typeof BULK.kind; actor?: string } {
  return { kind: BULK.kind, ...(ctx.account ? {} : { actor: actorOf(ctx) }) };
}

/** Nobody looks at, or stops, what they could not do themselves: the warehouse what a merchant does to its orders. */
function isOpenTo(ctx: Context, row: JobRow): boolean {
  return mayCall(ctx.actor.role, (row.result as BulkFacts).operation);
}

async function find(ctx: Context, id: string): Promise<JobRow> {
  const [row] = await readJobs(ctx.db, ownScope(ctx), { ...ownBulks(ctx), id });
  if (!row || !isOpenTo(ctx, row)) throw notFound();
  return row;
}

/** The problems of what is for every order, and of what is for one, as the operation itself would find them. */
function inputProblems(contract: Contract, body: Record<string, unknown>): Problem[] {
  const { body: schema, rules } = contract;
  const problemsOf = (order_id: string, given: unknown, at: Problem["path"]): Problem[] => {
    const sent = { ...object(body.input), ...object(given), order_id };
    const { problems = [] } = judge(schema as NonNullable<Contract["body"]>, sent, ...(rules ? [rules] : []));
    return problems
      .filter(({ path }) => path[0] !== "order_id")
      .map((each) => ({ ...each, path: [...at, ...each.path] }));
  };
  const inputs = list(body.inputs);
  // Too many are refused by their number.
  const single = (inputs.length > MAX_BULK ? [] : inputs).flatMap(({ input }, at) =>
    problemsOf("1", input, ["inputs", at, "input"]),
  );
  return [...problemsOf("1", {}, ["input"]), ...single];
}

const ORDERS = listOrders.query as NonNullable<typeof listOrders.query>;
const WAREHOUSE = listPickPack.query as NonNullable<typeof listPickPack.query>;

const isOfWarehouse = (operation: BulkOperation) => operationOf(operation).bulk === "warehouse";

function queryProblems(operation: BulkOperation, query: unknown): Problem[] {
  const { problems = [] } = isOfWarehouse(operation) ? judge(WAREHOUSE, query) : judge(ORDERS, query);
  return problems.map((each) => ({ ...each, path: ["query", ...each.path] }));
}

/** The operation judges its own part of the body. */
const inputRules = (): Rules =>
  also((body) => {
    const operation = BULK_OPERATIONS.find((each) => each === body.operation);
    if (!operation) return [];
    const ofQuery = body.query === undefined ? [] : queryProblems(operation, body.query);
    return [...inputProblems(contractOf(operation), body), ...ofQuery];
  });

/** The orders that the action is for, each once and in the given order. @throws ApiError BAD_REQUEST at `query` */
async function idsOf(ctx: Context, { operation, ids, query }: InputOf<typeof contracts.createBulk>): Promise<string[]> {
  if (ids) return [...new Set(ids.map((id) => String(BigInt(id))))];
  const found = isOfWarehouse(operation)
    ? await matchingPickPack(ctx, WAREHOUSE.parse(query), MAX_BULK + 1)
    : await matchingOrders(ctx as AccountContext, ORDERS.parse(query), MAX_BULK + 1);
  if (found.length > MAX_BULK) throw invalid({ path: ["query"], key: "bulkTooMany", params: { max: MAX_BULK } });
  if (found.length === 0) throw invalid({ path: ["query"], key: "nothingMatches" });
  return found;
}

/** Refuses at once what every order would be refused. @throws ApiError as the operation itself */
async function requireRights(ctx: Context, operation: BulkOperation): Promise<void> {
  const { id: personId, sessionId } = personOf(ctx);
  const asker = { personId, sessionHash: hashSecret(sessionId), accountId: ctx.account?.id ?? null };
  const rights = await rightsOfAsker(ctx.db, asker, ctx.environment);
  if (!rights) throw new ApiError("UNAUTHORIZED");
  admitAgain(contractOf(operation), rights, ctx);
}

/**
 * Begins a bulk action (contract §38.2).
 * @throws ApiError 400 naming the fields that the operation would refuse, or while 20 are waiting or running; what the
 * operation refuses to the person; idempotency_key_exists with the id of the bulk action that the key began
 */
export const createBulk = withRules(
  inputRules,
  async (ctx: Context, asked: InputOf<typeof contracts.createBulk>): Promise<DataOf<typeof contracts.createBulk>> => {
    const { operation, input = {}, inputs = [] } = asked;
    await requireRights(ctx, operation);
    const ids = await idsOf(ctx, asked);
    const id = `bulk_${randomBytes(12).toString("hex")}`;
    const { kind, ...by } = ownBulks(ctx);
    const room = { most: contracts.MAX_OPEN_BULKS, kept: contracts.MAX_KEPT_BULKS - 1, ...by };
    const work = async (tx: Parameters<typeof addJob>[0]) => {
      if (!(await makeRoom(tx, ownScope(ctx), kind, room)))
        throw invalid({ path: ["bulk"], key: "bulkLimit", params: { max: room.most } });
      const result: BulkFacts = { operation, requested: 0 };
      const single = Object.fromEntries(inputs.map(({ id, input }) => [String(BigInt(id)), input]));
      const payload = { operation, ids, input, inputs: single };
      return present(await addJob(tx, ctx, BULK, { id, payload, total: ids.length, result }));
    };
    return createOnce(ctx, contracts.createBulk.id, id, work, "bulk_id");
  },
);

/** The bulk actions of the account's people, the latest first (contract §38.2). */
export async function listBulks(
  ctx: Context,
  { limit, offset }: InputOf<typeof contracts.listBulks>,
): Promise<Rows<contracts.Bulk>> {
  const most = contracts.MAX_KEPT_BULKS + contracts.MAX_OPEN_BULKS;
  const all = await readJobs(ctx.db, ownScope(ctx), { ...ownBulks(ctx), limit: most });
  const rows = all.filter((row) => isOpenTo(ctx, row));
  const shown = rows.slice(Number(offset), Number(offset) + Number(limit));
  return { rows: shown.map(present), total: rows.length };
}

/** How far a bulk action is. @throws ApiError NOT_FOUND */
export async function readBulk(ctx: Context, { id }: InputOf<typeof contracts.readBulk>): Promise<contracts.Bulk> {
  return present(await find(ctx, id));
}

/** Stops a bulk action: what is done stays. @throws ApiError NOT_FOUND */
export async function stopBulk(ctx: Context, { id }: InputOf<typeof contracts.stopBulk>): Promise<contracts.Bulk> {
  await find(ctx, id);
  await stopJob(ctx.db, ownScope(ctx), id);
  return present(await find(ctx, id));
}

/** What became of the orders of a bulk action, in their order (contract §38.2). @throws ApiError NOT_FOUND */
export async function listBulkResults(
  ctx: Context,
  { id, failed, limit, offset }: InputOf<typeof contracts.listBulkResults>,
): Promise<Rows<contracts.BulkResult>> {
  const bulk = await find(ctx, id);
  const which = { outcome: failed && (failed === "Y" ? ("FAILED" as const) : ("DONE" as const)) };
  const page = { ...which, limit: Number(limit), offset: Number(offset) };
  const rows = await listResults(ctx.db, ownScope(ctx), bulk.id, page);
  const total = await countResults(ctx.db, ownScope(ctx), bulk.id, which);
  const presentResult = ({ position, object_id, answer, error }: KeptRow): contracts.BulkResult => ({
    index: position,
    id: object_id,
    ...answer,
    ...(error && { error: thrownFrom(error as StoredError).body(ctx.language) }),
  });
  return { rows: rows.map(presentResult), total };
}
