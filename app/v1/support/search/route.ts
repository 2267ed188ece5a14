import { searchEverything } from "@/lib/contracts/support";
import { operation, operations } from "@/server/http/operation";
import * as support from "@/server/support";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(searchEverything, support.searchEverything),
});
