import { listHsCodes } from "@/lib/contracts/hs-code";
import * as customs from "@/server/customs";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listHsCodes, customs.listHsCodes),
});
