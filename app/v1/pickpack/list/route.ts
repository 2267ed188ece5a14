import { listPickPack } from "@/lib/contracts/pickpack";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listPickPack, pickPack.listPickPack),
});
