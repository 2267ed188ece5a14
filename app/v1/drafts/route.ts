import * as contracts from "@/lib/contracts/draft";
import { operation, operations } from "@/server/http/operation";
import * as orders from "@/server/orders";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listDrafts, orders.listDrafts),
  POST: operation(contracts.createDraft, orders.createDraft),
});
