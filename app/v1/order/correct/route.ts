import { correctOrder } from "@/lib/contracts/order-correct";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";
import { presentOrder } from "@/server/tracking";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(correctOrder, async (ctx, input) => presentOrder(ctx, await orders.correctOrder(ctx, input))),
});
