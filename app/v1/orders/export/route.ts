import { exportOrders, exportSelected } from "@/lib/contracts/order-export";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(exportOrders, orders.exportOrders),
  POST: operation(exportSelected, orders.exportSelected),
});
