import { notFound } from "next/navigation";
import type { OrderRecord } from "@/lib/contracts/order";
import type { AccountContext } from "@/server/context";
import * as orders from "@/server/orders";
import { orNotFound } from "@/server/pages/found";
import { presentOrder } from "@/server/tracking";

/** The full record of an order; a number that is not one of the account's orders is a 404. */
export async function recordOf(ctx: AccountContext, orderId: string): Promise<OrderRecord> {
  if (!/^\d{1,15}$/.test(orderId)) notFound();
  return presentOrder(ctx, await orNotFound(orders.readOrder(ctx, orderId)));
}
