import { createToken } from "@/lib/contracts/token";
import { issueToken } from "@/server/accounts";
import { operation, operations } from "@/server/http/operation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  POST: operation(createToken, (ctx, input) =>
    issueToken(ctx, { id: input.client_id, secret: input.client_secret, address: ctx.address }),
  ),
});
