import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import type { Context, Db } from "@/server/context";
import { countOn } from "@/server/http/limits";
import { hashSecret, newAccessToken } from "./credentials";

/** Seconds that an access token lives (specification §5.5). */
export const TOKEN_SECONDS = 3600;

const PER_CLIENT = 60;
const PER_ADDRESS = 300;
/** A failure weighs five in the token operation's own limits (decisions §6). */
const FAILURE_EXTRA = 4;

async function count(db: Db, keys: { clientId: string; address: string }, cost: number): Promise<void> {
  const states = [
    await countOn(db, `t:${keys.clientId}`, PER_CLIENT, cost),
    await countOn(db, `a:${keys.address}`, PER_ADDRESS, cost),
  ];
  const refused = states.find((state) => !state.allowed);
  if (refused)
    throw new ApiError("RATE_LIMIT_EXCEEDED", {
      extra: { retry_after: refused.retryAfter },
      headers: { "retry-after": String(refused.retryAfter) },
    });
}

function invalidClient(): ApiError {
  return new ApiError("INVALID_CLIENT", { headers: { "www-authenticate": 'Basic realm="Sampan"' } });
}

/**
 * Issues an access token for a client's secret. An unknown client and a wrong secret take the same way, hence the same
 * time, and get the same answer.
 * @throws ApiError INVALID_CLIENT, RATE_LIMIT_EXCEEDED
 */
export async function issueToken(
  { db, environment }: { db: Db; environment: Environment },
  client: { id: string; secret: string; address: string },
): Promise<{ access_token: string; token_type: "Bearer"; expires_in: number }> {
  // A hash keeps the counter's key short whatever was sent as an id.
  const clientId = hashSecret(client.id).toString("base64url");
  await count(db, { clientId, address: client.address }, 1);
  const token = newAccessToken(environment);
  const { rows } = await sql<{ client_id: string }>`
    with used as (
      update api_client_secrets s set last_used_at = now()
      from api_clients c
      where s.hash = ${hashSecret(client.secret)} and s.client_id = ${client.id} and c.id = s.client_id
        and c.environment = ${environment} and c.revoked_at is null and (s.expires_at is null or s.expires_at > now())
      returning s.client_id
    )
    insert into access_tokens (hash, client_id, expires_at)
    select ${hashSecret(token)}, client_id, now() + make_interval(secs => ${TOKEN_SECONDS}) from used
    returning client_id`.execute(db);
  if (!rows.length) {
    // Room beyond the limit, because a cost that does not fit into its window is not counted at all.
    await countOn(db, `t:${clientId}`, PER_CLIENT + FAILURE_EXTRA, FAILURE_EXTRA);
    await countOn(db, `a:${client.address}`, PER_ADDRESS + FAILURE_EXTRA, FAILURE_EXTRA);
    throw invalidClient();
  }
  return { access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS };
}

/** The client of an HTTP Basic header, whose parts are form-encoded (RFC 6749 §2.3.1); null for another scheme. */
function basicClient(authorization: string | null): { id: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? "")?.[1];
  if (!encoded) return null;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 0) return null;
  const part = (text: string) => new URLSearchParams(`x=${text}`).get("x") ?? "";
  return { id: part(pair.slice(0, colon)), secret: part(pair.slice(colon + 1)) };
}

/** Issues a token as RFC 6749 has it: the client in the form or by HTTP Basic (decisions §7). @throws ApiError */
export async function issueOAuthToken(ctx: Context, input: { client_id?: string; client_secret?: string }) {
  // RFC 6749 §5.2: no client authentication, or one of another kind, is invalid_client too.
  const { id, secret } =
    ctx.authorization === null
      ? { id: input.client_id, secret: input.client_secret }
      : (basicClient(ctx.authorization) ?? {});
  if (id === undefined || secret === undefined) throw invalidClient();
  return issueToken(ctx, { id, secret, address: ctx.address });
}

/** An error in the form of RFC 6749 §5.2, for stock OAuth clients. */
export function oauthErrorBody(error: ApiError): unknown {
  const trace = error.body().error_trace;
  const kind =
    error.reason === "INVALID_CLIENT"
      ? "invalid_client"
      : error.reason === "BAD_REQUEST"
        ? error.problems?.some(({ key }) => key === "grantType")
          ? "unsupported_grant_type"
          : "invalid_request"
        : error.status >= 500
          ? "server_error"
          : "temporarily_unavailable";
  const detail = trace?.map(({ field, message }) => `${field}: ${message}`).join(" ") ?? error.message;
  return { error: kind, error_description: detail.replace(/[^\x20-\x7e]|["\\]/g, "'") };
}
