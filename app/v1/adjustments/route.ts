import { listAdjustments } from "@/lib/contracts/adjustment";
import { createAdjustment } from "@/lib/contracts/statement";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listAdjustments, orders.listAdjustments),
  POST: operation(createAdjustment, orders.createAdjustment),
});
