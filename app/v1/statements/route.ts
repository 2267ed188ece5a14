import { listStatements } from "@/lib/contracts/statement";
import { operation, operations } from "@/server/http/operation";
import * as statements from "@/server/statements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(listStatements, statements.listStatements),
});
