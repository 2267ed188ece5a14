import * as contracts from "@/lib/contracts/item";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listItems, pickPack.listItems),
  POST: operation(contracts.createItem, pickPack.createItem),
});
