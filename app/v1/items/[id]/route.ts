import * as contracts from "@/lib/contracts/item";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.readItem, pickPack.readItem),
  PATCH: operation(contracts.updateItem, pickPack.updateItem),
  DELETE: operation(contracts.deleteItem, pickPack.deleteItem),
});
