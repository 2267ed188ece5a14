import { listOrders } from "@/lib/contracts/order";
import { createOverviewOrder } from "@/lib/contracts/order-overview";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listOrders, orders.listOrders),
  POST: operation(createOverviewOrder, orders.createOverviewOrder),
});
