import * as contracts from "@/lib/contracts/case";
import * as cases from "@/server/cases";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(contracts.closeCases, cases.closeCases),
});
