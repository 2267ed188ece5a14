import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import { invalid, notFound } from "@/lib/errors";
import { isReadOnly } from "@/lib/rights";
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
 * A handler on an order for callers who name no account, such as warehouse staff: the order's number determines it. If
 * several accounts have the number, one must be named.
 */
export function onNamedOrder<C extends Contract>(
  contract: C,
  handler: OnOrder<C, AccountContext>,
): OnOrder<C, Context> {
  return async (ctx, input) => {
    if (ctx.account) return handler(ctx, input);
    const { order_id: orderId } = input as { order_id: string };
    const act = { operation: contract.id, objectId: orderId };
    const isRead = isReadOnly(contract.id);
    const acting = await actOn(ctx, await accountOf(ctx, orderId), { ...act, isRead });
    if (isRead) return handler(acting, input);
    const read = () => auditedOrder(acting.db, scopeOf(acting), orderId);
    return recordChange(acting, acting.account.id, act, { read }, () => handler(acting, input));
  };
}
