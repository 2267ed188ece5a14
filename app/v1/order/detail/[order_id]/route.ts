import { readOrderByPath } from "@/lib/contracts/order";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";
import { presentOrder } from "@/server/tracking";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readOrderByPath, async (ctx, input) => presentOrder(ctx, await orders.readOrder(ctx, input.order_id))),
});
