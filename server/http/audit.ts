/** Owns which calls are in the audit log, and what it says about them (contract §20.1). */
import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import { object, string } from "@/lib/loose";
import { type OperationId, operationOf } from "@/lib/operations";
import { isReadOnly } from "@/lib/rights";
import { isStaff } from "@/lib/roles";
import { type Act, type Facts, recordAudit, recordChange, recordRead } from "@/server/accounts";
import { type Account, type AccountContext, type Context, type OpenContext, scopeOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { auditedProduct } from "@/server/goods";
import { log } from "@/server/log";
import { auditedOrder } from "@/server/orders";
import { plainFacts } from "@/server/request-log";
import { auditedMonth, auditedPayout } from "@/server/statements";
import { auditedParcel } from "@/server/tracking";

/** Free texts that are kept: for the log itself, or of a payout, which names no recipient (contract §8.22, §26.9). */
const KEPT_TEXTS: Partial<Record<OperationId, string>> = {
  startVisit: "explanation",
  deletePayout: "reason",
  reversePayout: "reason",
};

/** The things that a call can name, the most specific first. */
const OBJECTS = [
  ...[
    "id",
    "client_id",
    "delivery_id",
    "product_id",
    "wave_id",
    "draft_id",
    "order_id",
    "import_id",
    "tracking_number",
    "month",
  ],
] as const;

/** The thing that a call is about; without it, reading different things would be recorded as one. */
function objectOf(input: unknown): string | undefined {
  const given = object(input);
  const named = OBJECTS.map((name) => string(given[name])).find((each) => each !== undefined);
  // A refused call may name anything.
  return named !== undefined && /^[\w:-]{1,60}$/.test(named) ? named : undefined;
}

/** What a change that is done was about: what it names, or what was made; an order rather than its number on a parcel. */
function endOf({ creates }: Contract, input: unknown, done: unknown): Pick<Act, "objectId" | "after"> {
  const { tracking_number, ...given } = object(input);
  const made = creates ? string(object(done)[creates]) : undefined;
  const objectId =
    (creates === "order_id" ? made : objectOf(given)) ??
    made ??
    objectOf(done) ??
    objectOf(object(done).order) ??
    objectOf({ tracking_number });
  return { objectId, ...(made !== undefined && made !== objectId && { after: { made } }) };
}

/** What a change was asked for, as far as it may be kept. */
function factsOf(contract: Contract, input: unknown): Facts {
  const kept = KEPT_TEXTS[contract.id];
  const said = kept ? string(object(input)[kept]) : undefined;
  return { ...plainFacts(contract, input), ...(kept && said !== undefined && { [kept]: said }) };
}

type Reader = (ctx: AccountContext, given: Record<string, unknown>) => Promise<Facts>;

const ofPayout: Reader = (ctx, { id }) => auditedPayout(ctx, string(id));
/** Of operations that are about neither an order nor a product. */
const READERS: Partial<Record<OperationId, Reader>> = {
  createPayout: ofPayout,
  deletePayout: ofPayout,
  reversePayout: ofPayout,
  recordScan: (ctx, { tracking_number }) => auditedParcel(ctx, String(tracking_number)),
  closeStatement: (ctx, { month }) => auditedMonth(ctx, String(month)),
};

/** How the facts are read that a change may change; of an order that is made there are none before. */
function readerOf(
  ctx: AccountContext,
  { id: operation, creates }: Contract,
  input: unknown,
): (done?: unknown) => Promise<Facts> {
  const own = READERS[operation];
  const given = object(input);
  if (own) return () => own(ctx, given);
  if (creates === "order_id") {
    const made = (done: unknown) => string(object(done).order_id) ?? "";
    return async (done) => (done === undefined ? {} : auditedOrder(ctx.db, scopeOf(ctx), made(done)));
  }
  const [orderId, productId] = [string(given.order_id), string(given.product_id)];
  if (orderId) return () => auditedOrder(ctx.db, scopeOf(ctx), orderId);
  if (productId) return () => auditedProduct(ctx.db, scopeOf(ctx), productId);
  return async () => ({});
}

function recordsItself(contract: Contract): boolean {
  return !isReadOnly(contract.id) && operationOf(contract.id).recorded === true;
}

/**
 * The merchant's account on which staff act, because each such call is audited (contract §11.4). Null: their own, or
 * none.
 */
function auditedAccount({ actor, account }: Context): string | null {
  return account !== null && account.id !== actor.accountId ? account.id : null;
}

/** Runs the handler; what staff change commits together with its row, and what they read is recorded before. */
export async function runAudited<T>(
  caller: Context,
  contract: Contract,
  input: unknown,
  handler: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!isStaff(caller.actor.role) || recordsItself(contract)) return handler(caller);
  const accountId = auditedAccount(caller);
  const [operation, objectId] = [contract.id, objectOf(input)];
  if (isReadOnly(contract.id)) {
    if (accountId) await recordRead(caller, [accountId], operation, objectId);
    return handler(caller);
  }
  return withTransaction(caller.db, async (tx) => {
    const acting = { ...caller, db: tx, asked: factsOf(contract, input) };
    if (!accountId || !acting.account) return handler(acting);
    const own: AccountContext = { ...acting, account: acting.account };
    const changing = { read: readerOf(own, contract, input), ends: (done: T) => endOf(contract, input, done) };
    return recordChange(own, accountId, { operation }, changing, () => handler(acting));
  });
}

/**
 * Records refusals: of staff opening another account; of changes by staff; of every caller's changes of people, keys,
 * endpoints or sign-ins. Rate-limited calls are in the request log only.
 */
export async function recordRefusal(
  open: OpenContext,
  { actor, account }: { actor: Context["actor"]; account: Pick<Account, "id"> | null },
  contract: Contract,
  params: unknown,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError) || ![400, 403, 404, 409].includes(error.status)) return;
  const isByStaff = isStaff(actor.role);
  if (!(isByStaff || recordsItself(contract))) return;
  const [operation, objectId, outcome] = [contract.id, objectOf(params), error.reason];
  const ctx = { ...open, actor };
  const fields = error.problems?.map(({ path }) => path.join("."));
  const record = async () => {
    if (!isReadOnly(operation))
      return recordAudit(ctx, [account?.id ?? actor.accountId], {
        operation,
        objectId,
        outcome,
        ...(fields && { after: { fields } }),
      });
    if (isByStaff && account && account.id !== actor.accountId)
      await recordRead(ctx, [account.id], operation, objectId, outcome);
  };
  await record().catch((err: unknown) =>
    log().error({ requestId: open.requestId, err }, "a refusal is not in the audit log"),
  );
}
