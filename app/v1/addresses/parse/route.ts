import * as contracts from "@/lib/contracts/address-parse";
import * as parser from "@/server/address-parser";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(contracts.parseAddress, parser.parseAddress),
});
