import * as contracts from "@/lib/contracts/thread";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listMessages, orders.listMessages),
  POST: operation(contracts.writeMessage, orders.writeMessage),
});
