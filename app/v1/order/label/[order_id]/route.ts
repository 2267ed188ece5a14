import { readLabel } from "@/lib/contracts/document";
import * as documents from "@/server/documents";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readLabel, documents.readLabel),
});
