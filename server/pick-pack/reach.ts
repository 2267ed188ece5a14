import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import { invalid, notFound } from "@/lib/errors";
import { isLook } from "@/lib/rights";
import { actOn, recordChange } from "@/server/accounts";
import { type AccountContext, type Context, scopeOf } from "@/server/context";
import { auditedOrder } from "@/server/orders";
import { accountsOf } from "./store";

type OnOrder<C extends Contract, Of> = (ctx: Of, input: InputOf<C>) => Promise<DataOf<C>>;

/**
 * The account of an order that is named only by its number.
 * @throws ApiError NOT_FOUND; 400 when several accounts have the number, so that one must be named
 */
export async function accountOf(ctx: Context, orderId: string): Promise<string> {
  const [accountId, another] = await accountsOf(ctx, orderId);
  if (!accountId) throw notFound();
  if (another) throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
  return accountId;
}

/**
 * A verb on an order for callers who name no account, such as warehouse staff: the order's number determines it. If
 * several accounts have the number, one must be named.
 */
export function reachingOrder<C extends Contract>(contract: C, verb: OnOrder<C, AccountContext>): OnOrder<C, Context> {
  return async (ctx, input) => {
    if (ctx.account) return verb(ctx, input);
    const { order_id: orderId } = input as { order_id: string };
    const act = { operation: contract.id, objectId: orderId };
    const isRead = isLook(contract.id);
    const acting = await actOn(ctx, await accountOf(ctx, orderId), { ...act, isLook: isRead });
    if (isRead) return verb(acting, input);
    const read = () => auditedOrder(acting.db, scopeOf(acting), orderId);
    return recordChange(acting, acting.account.id, act, { read }, () => verb(acting, input));
  };
}
