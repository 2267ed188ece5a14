import * as contracts from "@/lib/contracts/view";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  PUT: operation(contracts.saveView, orders.saveView),
  DELETE: operation(contracts.deleteView, orders.deleteView),
});
