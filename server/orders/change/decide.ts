import { ApiError } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { findOrder, type StoredOrder } from "../queries";
import { readOrder } from "../read";

/** Attempts of a write that conflicts with others; of conflicting writes one always succeeds. */
const MEETINGS = 50;

/**
 * Reads an order, decides on it and writes. `write` returns undefined when another call has changed the order since:
 * then it is read and decided again. After a refusal it is too, if its revision has changed: row and parcels are read one
 * after the other, and those of an order that changes between them do not belong together. Within a transaction of staff
 * the order is locked, so its refusals are final.
 * @throws ApiError NOT_FOUND, and what `write` throws
 */
export async function decideOnOrder<T>(
  ctx: AccountContext,
  orderId: string,
  write: (order: StoredOrder) => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= MEETINGS; attempt++) {
    const order = await readOrder(ctx, orderId);
    const done = await write(order).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || ctx.db.isTransaction || attempt === MEETINGS) throw error;
      const now = await findOrder(ctx.db, scopeOf(ctx), orderId);
      if (now?.revision === order.revision) throw error;
      return undefined;
    });
    if (done !== undefined) return done;
  }
  throw new Error(`an order changed ${MEETINGS} times while it was being written`);
}
