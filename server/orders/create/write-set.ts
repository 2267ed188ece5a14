import type { OrderResult } from "@/lib/contracts/order";
import { ApiError } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import { type Tx, withSavepoint } from "@/server/db/transaction";
import { isOfDatabase } from "@/server/jobs";
import { log } from "@/server/log";
import { type PricedOrder, writeOrders } from "./create";

type Writing = AccountContext & { db: Tx };
type Source = Parameters<typeof writeOrders>[2];

async function writeAlone(ctx: Writing, order: PricedOrder, source: Source): Promise<OrderResult | ApiError> {
  try {
    const [result] = await withSavepoint(ctx.db, () => writeOrders(ctx, [order], source));
    return result as OrderResult;
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    if (error instanceof ApiError) return error;
    log().error({ err: error }, "one of many orders is not written");
    return new ApiError("API_ERROR");
  }
}

/**
 * Writes orders together, within a transaction: of each the result, or why the database takes it for none of the reasons
 * that are known: it holds up no other.
 */
export async function writeSet(
  ctx: Writing,
  orders: readonly PricedOrder[],
  source: Source,
): Promise<(OrderResult | ApiError)[]> {
  try {
    return await withSavepoint(ctx.db, () => writeOrders(ctx, orders, source));
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    log().warn({ err: error }, "a set of orders is written one by one");
  }
  const made: (OrderResult | ApiError)[] = [];
  for (const order of orders) made.push(await writeAlone(ctx, order, source));
  return made;
}
