import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import type { OpenContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { countedAddress } from "@/server/plain-address";
import { countOn, type RateState, requireAllowed } from "@/server/rate-limits";
import { requireListedAddress } from "../access";
import { hashSecret, newAccessToken } from "./credentials";

/** Seconds that an access token lives (contract §14.5). */
const TOKEN_SECONDS = 3600;

const PER_CLIENT = 60;
const PER_ADDRESS = 300;
/** A failure counts as five in the token operation's own limits (contract §14.4). */
const FAILURE = 5;

type Counter = { key: string; perMinute: number };

/** Counts a request whose secret is right. Only other such requests can use up its limit (contract §8.10). */
async function countRight(db: Db, counters: readonly Counter[]): Promise<void> {
  const states: RateState[] = [];
  for (const { key, perMinute } of counters) states.push(await countOn(db, key, perMinute));
  states.forEach(requireAllowed);
}

/** Counts a request whose secret is wrong, separately; requests with a right secret lower its limit. */
async function countWrong(db: Db, counters: readonly Counter[]): Promise<void> {
  const states: RateState[] = [];
  for (const { key, perMinute } of counters) {
    const { remaining } = await countOn(db, key, perMinute, 0);
    // Added to the limit because the last allowed failure starts below it and may end above it.
    states.push(await countOn(db, `f${key}`, remaining + FAILURE - 1, FAILURE));
  }
  states.forEach(requireAllowed);
}

/** The client whose secret is right at this moment. */
async function rightClient(db: Db, environment: Environment, client: { id: string; secret: string }) {
  const { rows } = await sql<{ allow_list: string[] | null }>`
    select c.allow_list from api_client_secrets s join api_clients c on c.id = s.client_id
    where s.hash = ${hashSecret(client.secret)} and s.client_id = ${client.id}
      and c.environment = ${environment} and c.revoked_at is null and (s.expires_at is null or s.expires_at > now())`.execute(
    db,
  );
  return rows[0];
}

function invalidClient(): ApiError {
  return new ApiError("INVALID_CLIENT", { headers: { "www-authenticate": 'Basic realm="Sampan"' } });
}

/**
 * Issues an access token for a client's secret. An unknown client and a wrong secret take the same path, and so the
 * same time, and get the same answer. Wrong secrets never cause a right one to be refused (contract §8.10).
 * @throws ApiError INVALID_CLIENT, RATE_LIMIT_EXCEEDED, FORBIDDEN
 */
export async function issueToken(
  { db, environment }: { db: Db; environment: Environment },
  client: { id: string; secret: string; address: string },
): Promise<{ access_token: string; token_type: "Bearer"; expires_in: number }> {
  const counters = [
    // A hash keeps the key short, however long the id that was sent.
    { key: `t:${hashSecret(client.id).toString("base64url")}`, perMinute: PER_CLIENT },
    { key: `a:${countedAddress(client.address)}`, perMinute: PER_ADDRESS },
  ];
  const found = await rightClient(db, environment, client);
  if (!found) {
    await countWrong(db, counters);
    throw invalidClient();
  }
  await countRight(db, counters);
  requireListedAddress({ allowList: found.allow_list }, client.address);
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
  // The secret ended between the check and this statement.
  if (!rows.length) throw invalidClient();
  return { access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS };
}

/** Issues a token as in RFC 6749, with the client in the form or in HTTP Basic (contract §14.5). @throws ApiError */
export async function issueOAuthToken(
  ctx: OpenContext,
  { client_id: id, client_secret: secret }: { client_id?: string; client_secret?: string },
) {
  // RFC 6749 §5.2: missing client authentication, or an unsupported kind, is invalid_client too.
  if (id === undefined || secret === undefined) throw invalidClient();
  return issueToken(ctx, { id, secret, address: ctx.address });
}
