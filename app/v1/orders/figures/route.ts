import { readFigures } from "@/lib/contracts/order-figures";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readFigures, orders.readFigures),
});
