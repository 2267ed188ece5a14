import * as contracts from "@/lib/contracts/services";
import { operation, operations } from "@/server/http/operation";
import * as services from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listServices, services.listServices),
});
