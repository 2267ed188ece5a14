import { changeVisit, startVisit } from "@/lib/contracts/support";
import * as accounts from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(startVisit, accounts.startVisit),
  PATCH: operation(changeVisit, accounts.changeVisit),
});
