import * as contracts from "@/lib/contracts/services";
import { operation, operations } from "@/server/http/operation";
import * as services from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  PUT: operation(contracts.setSuspension, services.setSuspension),
  DELETE: operation(contracts.endSuspension, services.endSuspension),
});
