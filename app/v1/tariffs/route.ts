import * as contracts from "@/lib/contracts/tariff";
import { operation, operations } from "@/server/http/operation";
import * as tariffs from "@/server/tariffs";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listTariffs, tariffs.listTariffs),
  POST: operation(contracts.proposeTariff, tariffs.proposeTariff),
});
