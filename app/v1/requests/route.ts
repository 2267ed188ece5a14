import * as contracts from "@/lib/contracts/request";
import { operation, operations } from "@/server/http/operation";
import * as requestLog from "@/server/request-log";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listRequests, requestLog.listCalls),
});
