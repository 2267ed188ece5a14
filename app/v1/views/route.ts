import * as contracts from "@/lib/contracts/view";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listViews, orders.listViews),
  POST: operation(contracts.createView, orders.createView),
});
