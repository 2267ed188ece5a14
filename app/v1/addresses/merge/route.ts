import { mergeAddresses } from "@/lib/contracts/address";
import * as addresses from "@/server/addresses";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(mergeAddresses, addresses.mergeAddresses),
});
