import * as contracts from "@/lib/contracts/pickpack-bench";
import { operation, operations } from "@/server/http/operation";
import { usedKeyOf } from "@/server/idempotency";
import * as pickPack from "@/server/pick-pack";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listWaves, pickPack.listWaves, { accountOptional: true }),
  POST: operation(contracts.createWave, pickPack.createWave, { accountOptional: true, usedKey: usedKeyOf }),
});
