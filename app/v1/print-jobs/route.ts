import * as contracts from "@/lib/contracts/print";
import * as documents from "@/server/documents";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(contracts.listPrintJobs, documents.listPrintJobs),
  POST: operation(contracts.createPrintJob, documents.createPrintJob),
});
