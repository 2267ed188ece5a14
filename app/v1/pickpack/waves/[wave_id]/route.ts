import { readWave } from "@/lib/contracts/pickpack-bench";
import { updateWave } from "@/lib/contracts/pickpack-waves";
import { operation, operations } from "@/server/http/operation";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readWave, pickPack.readWave),
  PATCH: operation(updateWave, pickPack.updateWave),
});
