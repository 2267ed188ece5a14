import { getRates } from "@/lib/contracts/rate";
import * as carriers from "@/server/carriers";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(getRates, carriers.getRates),
});
