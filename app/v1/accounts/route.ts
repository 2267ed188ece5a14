import * as contracts from "@/lib/contracts/account";
import { operation, operations } from "@/server/http/operation";
import * as support from "@/server/support";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listAccounts, support.listAccounts),
  POST: operation(contracts.createAccount, support.createAccount),
});
