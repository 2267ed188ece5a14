/** Owns which calls are in the audit log, and what it says about them (contract §20.1). */
import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import { isObject, object, string } from "@/lib/loose";
import { operationOf } from "@/lib/operations";
import { isLook } from "@/lib/rights";
import { isStaff } from "@/lib/roles";
import { type Access, type Facts, MASKED, recordAudit, recordChange, recordLook } from "@/server/accounts";
import { type Context, type OpenContext, withTransaction } from "@/server/context";
import { log } from "@/server/log";

/** Fields of a body whose values say nothing about a person; of all others the audit log keeps the names. */
const KEPT = new Set([
  ...["order_id", "product_id", "wave_id", "tracking_number", "scan_id", "id", "event", "status", "reason"],
  ...["shipping_provider", "ship_type", "confirm_shipment", "confirm_short", "cod_amount", "quote_id", "clear"],
  ...["qty", "short", "parcel", "position", "picked", "sku", "reject_type", "pickup_date", "overlap_hours", "paper"],
  ...["act_weight", "length", "width", "height", "acting", "explanation"],
]);

/** The things that a call can name, the most specific first. */
const OBJECTS = [
  ...["id", "client_id", "delivery_id", "product_id", "wave_id", "draft_id", "order_id", "tracking_number"],
] as const;

/** The thing that a call is about; without it, reading different things would be recorded as one. */
function objectOf(input: unknown): string | undefined {
  const given = object(input);
  const named = OBJECTS.map((name) => string(given[name])).find((each) => each !== undefined);
  // A refused call may name anything.
  return named !== undefined && /^[\w:-]{1,60}$/.test(named) ? named : undefined;
}

/** A reason is kept if it is one of a list; otherwise it is free text. */
function isKept(name: string, value: string): boolean {
  return KEPT.has(name) && (name !== "reason" || /^[A-Z_]+$/.test(value));
}

/** The fields of a body, and the values that may be kept; of a list only how long it is. */
function factsOf(body: unknown): Facts {
  return Object.fromEntries(
    Object.entries(object(body))
      .filter(([, value]) => value !== undefined)
      .slice(0, 60)
      .map(([name, value]): [string, unknown] => {
        if (Array.isArray(value)) return [name, value.length];
        if (isObject(value)) return [name, factsOf(value)];
        return [name, isKept(name, String(value)) ? String(value).slice(0, 100) : MASKED];
      }),
  );
}

function recordsItself(contract: Contract): boolean {
  return !isLook(contract.id) && operationOf(contract.id).recorded === true;
}

/**
 * The merchant's account on which staff act, because each such call is audited (contract §11.4). Null: their own, or
 * none.
 */
function auditedAccount({ actor, account }: Context): string | null {
  return account !== null && account.id !== actor.accountId ? account.id : null;
}

/** Runs the verb; what staff change commits together with its row, and what they read is recorded before. */
export async function audited<T>(
  caller: Context,
  contract: Contract,
  input: unknown,
  verb: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!isStaff(caller.actor.role) || recordsItself(contract)) return verb(caller);
  const accountId = auditedAccount(caller);
  const [operation, objectId] = [contract.id, objectOf(input)];
  if (isLook(contract.id)) {
    if (accountId) await recordLook(caller, [accountId], operation, objectId);
    return verb(caller);
  }
  return withTransaction(caller.db, async (tx) => {
    const acting = { ...caller, db: tx };
    if (!accountId || !acting.account) return verb(acting);
    const { order_id, product_id } = object(input);
    const what = { orderId: string(order_id), productId: string(product_id) };
    return recordChange(
      { ...acting, account: acting.account },
      { operation, objectId, after: factsOf(input) },
      what,
      () => verb(acting),
    );
  });
}

/**
 * Records refusals: of staff opening another account; of changes by staff; of anybody's changes of people, keys,
 * endpoints or sign-ins. Rate-limited calls are in the request log only.
 */
export async function recordRefusal(
  open: OpenContext,
  { actor, account }: Access,
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
    if (!isLook(operation))
      return recordAudit(ctx, [account?.id ?? actor.accountId], {
        operation,
        objectId,
        outcome,
        ...(fields && { after: { fields } }),
      });
    if (isByStaff && account && account.id !== actor.accountId)
      await recordLook(ctx, [account.id], operation, objectId, outcome);
  };
  await record().catch((err: unknown) =>
    log().error({ requestId: open.requestId, err }, "a refusal is not in the audit log"),
  );
}
