import { listAccounts } from "@/lib/contracts/account";
import * as accounts from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listAccounts, accounts.listAccounts, { accountOptional: true }),
});
