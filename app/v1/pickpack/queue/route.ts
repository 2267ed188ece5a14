import { readQueue } from "@/lib/contracts/pickpack-queue";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readQueue, pickPack.readQueue),
});
