import { markMessages } from "@/lib/contracts/thread";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(markMessages, orders.markMessages),
});
