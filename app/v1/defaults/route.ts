import * as contracts from "@/lib/contracts/defaults";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.readDefaults, orders.readDefaults),
  PUT: operation(contracts.saveDefaults, orders.saveDefaults),
});
