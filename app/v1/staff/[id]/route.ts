import * as contracts from "@/lib/contracts/staff";
import * as accounts from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  DELETE: operation(contracts.deleteStaff, accounts.deleteStaff),
  PATCH: operation(contracts.updateStaff, accounts.updateStaff),
});
