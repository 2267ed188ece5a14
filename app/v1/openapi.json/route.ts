import { readOpenApi } from "@/lib/contracts/openapi";
import { openApiDocument } from "@/server/http/openapi";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readOpenApi, async () => openApiDocument()),
});
