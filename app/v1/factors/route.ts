import { listFactors } from "@/lib/contracts/security";
import * as accounts from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listFactors, accounts.listFactors),
});
