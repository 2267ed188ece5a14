import * as contracts from "@/lib/contracts/address";
import * as addresses from "@/server/addresses";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listAddresses, addresses.listAddresses),
  POST: operation(contracts.createAddress, addresses.createAddress),
});
