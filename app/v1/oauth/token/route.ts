import { createOAuthToken } from "@/lib/contracts/token";
import { issueOAuthToken } from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(createOAuthToken, issueOAuthToken),
});
