import { notFound } from "next/navigation";
import type { OrderRecord } from "@/lib/contracts/order";
import { ApiError } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import * as orders from "@/server/orders";
import { presentOrder } from "@/server/tracking";

/** An order that is not this account's is not there: nobody learns that it exists elsewhere. */
export async function recordOf(ctx: AccountContext, orderId: string): Promise<OrderRecord> {
  if (!/^\d{1,15}$/.test(orderId)) notFound();
  try {
    return await presentOrder(ctx, await orders.readOrder(ctx, orderId));
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") notFound();
    throw error;
  }
}
