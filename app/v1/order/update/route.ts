import { updateOrder } from "@/lib/contracts/order";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";
import { presentOrder } from "@/server/tracking";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(updateOrder, async (ctx, input) => presentOrder(ctx, await orders.updateOrder(ctx, input))),
});
