import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import { invalid, notFound } from "@/lib/errors";
import { actOn } from "@/server/accounts";
import type { AccountContext, Context } from "@/server/context";
import { accountsOf } from "./store";

type OnOrder<C extends Contract> = (ctx: AccountContext, input: InputOf<C>) => Promise<DataOf<C>>;

/**
 * The account of an order that is named by its number alone.
 * @throws ApiError NOT_FOUND; 400 when accounts share the number, so that one has to be named
 */
export async function accountOf({ db, environment }: Context, orderId: string): Promise<string> {
  const [accountId, another] = await accountsOf(db, environment, orderId);
  if (!accountId) throw notFound();
  if (another) throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
  return accountId;
}

/**
 * A verb on an order for callers who name no account, as staff at the warehouse: the order's number names it. Of accounts
 * that share a number one has to be named.
 */
export function reachingOrder<C extends Contract>(contract: C, verb: OnOrder<C>): OnOrder<C> {
  return async (ctx, input) => {
    // Null in truth where the operation takes callers without an account.
    if (ctx.account) return verb(ctx, input);
    const { order_id: orderId } = input as { order_id: string };
    const call = { operation: contract.id, objectId: orderId, isLook: contract.method === "GET" };
    return verb(await actOn(ctx, await accountOf(ctx, orderId), call), input);
  };
}
