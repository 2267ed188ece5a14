import * as contracts from "@/lib/contracts/tariff";
import { operation, operations } from "@/server/http/operation";
import * as tariffs from "@/server/tariffs";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(contracts.approveTariff, tariffs.approveTariff),
});
