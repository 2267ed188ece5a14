import { importStatementLines } from "@/lib/contracts/statement-import";
import { operation, operations } from "@/server/http/operation";
import * as statements from "@/server/statements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(importStatementLines, statements.importStatementLines),
});
