import * as contracts from "@/lib/contracts/address";
import * as addresses from "@/server/addresses";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.readAddress, addresses.readAddress),
  PATCH: operation(contracts.updateAddress, addresses.updateAddress),
  DELETE: operation(contracts.deleteAddress, addresses.deleteAddress),
});
