import { listPickupPoints } from "@/lib/contracts/rate";
import * as carriers from "@/server/carriers";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listPickupPoints, carriers.listPickupPoints),
});
