import { instructOrder } from "@/lib/contracts/instruction";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(instructOrder, orders.instructOrder),
});
