import * as contracts from "@/lib/contracts/people";
import * as accounts from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  DELETE: operation(contracts.deletePerson, accounts.deleteColleague),
  PATCH: operation(contracts.updatePerson, accounts.updateColleague),
});
