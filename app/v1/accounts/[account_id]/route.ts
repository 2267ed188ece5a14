import * as contracts from "@/lib/contracts/account";
import { operation, operations } from "@/server/http/operation";
import * as support from "@/server/support";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.readAccount, support.readAccount),
  PATCH: operation(contracts.updateAccount, support.updateAccount),
});
