import * as contracts from "@/lib/contracts/dispatch";
import * as dispatch from "@/server/dispatch";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listHandOvers, dispatch.listHandOvers),
  POST: operation(contracts.createHandOver, dispatch.createHandOver),
});
