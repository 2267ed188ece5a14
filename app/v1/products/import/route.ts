import { importProducts } from "@/lib/contracts/product";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(importProducts, pickPack.importProducts),
});
