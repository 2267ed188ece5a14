import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import * as contracts from "@/lib/contracts/client";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import { invalid, notFound } from "@/lib/errors";
import { isStaff } from "@/lib/roles";
import type { AccountContext, Context } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { untrustedSince } from "@/server/untrusted-proxies";
import { AdministrationError, RatesError } from "../administration-error";
import { type Act, changedFacts, type Facts, MASKED, recordAudit } from "../audit/audit";
import { mailOwnersOfKey } from "../people/person-mails";
import { requireAccount } from "../people/person-records";
import { hashSecret, newClientId, newClientSecret } from "./credentials";

type ClientRole = "merchant" | "carrier" | "warehouse" | "support";
export type Credentials = { client_id: string; client_secret: string };
/** The limits of an account or client that has none of its own. */
export const USUAL_RATES = { minute: 100, hour: 1000 };

/** @throws RatesError for an hour with less than a minute has; what is not given is as usual */
export function requireRates(minute?: number | null, hour?: number | null): void {
  const [perMinute, perHour] = [minute ?? USUAL_RATES.minute, hour ?? USUAL_RATES.hour];
  if (perHour < perMinute) throw new RatesError(perMinute, perHour);
}

/** The limits of a new client: its own, else its account's, else the usual ones. @throws RatesError */
async function limitsOf(
  db: Db,
  client: { accountId: string | null; rateMinute?: number | undefined; rateHour?: number | undefined },
): Promise<{ rate_minute?: number; rate_hour?: number }> {
  const account =
    client.accountId === null
      ? undefined
      : await db
          .selectFrom("accounts")
          .select(["rate_minute", "rate_hour"])
          .where("id", "=", client.accountId)
          .executeTakeFirst();
  const minute = client.rateMinute ?? account?.rate_minute;
  const hour = client.rateHour ?? account?.rate_hour;
  // Limits of the account from before may stay as they are.
  if (client.rateMinute !== undefined || client.rateHour !== undefined) requireRates(minute, hour);
  return { ...(minute != null && { rate_minute: minute }), ...(hour != null && { rate_hour: hour }) };
}

type NewClient = {
  accountId: string | null;
  environment: Environment;
  role?: ClientRole;
  label?: string;
  /** The only addresses from which it may be used; null: from anywhere. */
  allowList?: string[] | null;
  rateMinute?: number;
  rateHour?: number;
  /** Only the demonstration data sets these; the README lists its credentials. */
  credentials?: Credentials;
  isDemo?: boolean;
};

/** Issues an API client; its secret is shown here and never again. Without an account it serves the whole platform. */
export async function issueClient(db: Db, client: NewClient): Promise<Credentials> {
  const role = client.role ?? "merchant";
  if (client.accountId === null && role === "merchant")
    throw new AdministrationError("a merchant's client needs an account");
  if (client.accountId !== null) await requireAccount(db, client.accountId);
  const limits = await limitsOf(db, client);
  const credentials = client.credentials ?? {
    client_id: newClientId(client.environment),
    client_secret: newClientSecret(client.environment),
  };
  await withTransaction(db, async (tx) => {
    await tx
      .insertInto("api_clients")
      .values({
        id: credentials.client_id,
        account_id: client.accountId,
        environment: client.environment,
        role,
        label: client.label ?? "",
        allow_list: client.allowList ?? null,
        is_demo: client.isDemo ?? false,
        ...limits,
      })
      .execute();
    await tx
      .insertInto("api_client_secrets")
      .values({ hash: hashSecret(credentials.client_secret), client_id: credentials.client_id })
      .execute();
  });
  return credentials;
}

async function requireClient(db: Db, clientId: string): Promise<{ environment: Environment }> {
  const client = await db
    .selectFrom("api_clients")
    .select(["environment", "revoked_at"])
    .where("id", "=", clientId)
    .executeTakeFirst();
  if (!client) throw new AdministrationError(`there is no client ${clientId}`);
  if (client.revoked_at) throw new AdministrationError(`client ${clientId} is revoked`);
  return client;
}

/**
 * Gives a client a new secret. The previous one stays valid for the overlap, so that both work while the client is
 * switched over. Older ones end at once, so there are never more than two. Without an overlap all old secrets end, and
 * so does every token that the client holds (contract §8.3).
 */
export async function rollClient(db: Db, clientId: string, overlapHours: number): Promise<Credentials> {
  const { environment } = await requireClient(db, clientId);
  const secret = newClientSecret(environment);
  await withTransaction(db, async (tx) => {
    // Locks the client, so that two rolls at the same time still leave only two secrets.
    await tx.selectFrom("api_clients").select("id").where("id", "=", clientId).forNoKeyUpdate().execute();
    const secrets = await tx
      .selectFrom("api_client_secrets")
      .select(["hash", "expires_at", "last_used_at"])
      .where("client_id", "=", clientId)
      .orderBy("created_at", "desc")
      .execute();
    const [latest, ...older] = secrets;
    const ended = overlapHours === 0 ? secrets : older;
    for (const { hash } of ended) await tx.deleteFrom("api_client_secrets").where("hash", "=", hash).execute();
    // After the secrets: a token that one of them was still issuing exists by now, and no further one can follow.
    if (overlapHours === 0) await endTokens(tx, clientId);
    else if (latest)
      await sql`update api_client_secrets set expires_at = now() + make_interval(hours => ${overlapHours})
        where hash = ${latest.hash}`.execute(tx);
    await tx
      .insertInto("api_client_secrets")
      // When the client was used stays known though its secret is gone.
      .values({ hash: hashSecret(secret), client_id: clientId, last_used_at: latestOf(secrets) })
      .execute();
  });
  return { client_id: clientId, client_secret: secret };
}

function latestOf(secrets: readonly { last_used_at: Date | null }[]): Date | null {
  const times = secrets.flatMap(({ last_used_at: at }) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

async function endTokens(db: Db, clientId: string): Promise<void> {
  await db.deleteFrom("access_tokens").where("client_id", "=", clientId).execute();
}

/** Revokes a client: its secrets and every token it holds stop working with the next request (contract §8.3). */
export async function revokeClient(db: Db, clientId: string): Promise<void> {
  await requireClient(db, clientId);
  await withTransaction(db, async (tx) => {
    await tx.updateTable("api_clients").set({ revoked_at: new Date() }).where("id", "=", clientId).execute();
    await endTokens(tx, clientId);
  });
}

type Client = contracts.ApiClient;
type Row = Record<"created_at", Date> &
  Record<"last_used_at" | "previous_secret_until" | "revoked_at", Date | null> &
  Pick<Client, "client_id" | "name" | "rate_minute" | "rate_hour" | "allow_list">;

const iso = (time: Date | null) => time && hongKongIso(time);

function present(row: Row): Client {
  return {
    client_id: row.client_id,
    name: row.name,
    created_at: hongKongIso(row.created_at),
    last_used_at: iso(row.last_used_at),
    previous_secret_until: iso(row.previous_secret_until),
    revoked_at: iso(row.revoked_at),
    rate_minute: row.rate_minute,
    rate_hour: row.rate_hour,
    allow_list: row.allow_list,
  };
}

type Operation = "createClient" | "updateClient" | "rollClient" | "revokeClient";

/** Records a change of a client; its account's owners are notified of what staff do (contract §20.1, §20.3). */
async function record(tx: Tx, ctx: Context, operation: Operation, id: string, facts: Pick<Act, "before" | "after">) {
  const { actor, account, environment } = ctx;
  await recordAudit({ ...ctx, db: tx }, [account?.id ?? null], { operation, objectId: id, ...facts });
  if (account && isStaff(actor.role))
    await mailOwnersOfKey(tx, { accountId: account.id, environment, operation, which: id });
}

/** What the audit log says about a client. */
function factsOf({ client_id: _id, created_at: _at, last_used_at: _use, ...facts }: Client): Facts {
  return facts;
}

/** The clients that the caller may see and change: the merchant ones of the account in the environment; for a command, those of every role there. */
function within({ actor, account, environment }: Context): RawBuilder<SqlBool> {
  const own = account ? sql`c.account_id = ${account.id}` : sql`c.account_id is null`;
  const role = actor.kind === "command" ? sql`` : sql`and c.role = 'merchant'`;
  return sql<SqlBool>`${own} and c.environment = ${environment} ${role}`;
}

/** The clients {@link within} the caller's reach; with an id, that one. */
async function rowsOf(db: Db, ctx: Context, id: string | null = null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id as client_id, c.label as name, c.created_at, c.revoked_at, c.rate_minute, c.rate_hour, c.allow_list,
      max(s.last_used_at) as last_used_at, max(s.expires_at) filter (where s.expires_at > now()) as previous_secret_until
    from api_clients c left join api_client_secrets s on s.client_id = c.id
    where ${within(ctx)} and (${id}::text is null or c.id = ${id})
    group by c.id
    order by c.revoked_at is not null, c.created_at desc, c.id`.execute(db);
  return rows;
}

async function read(tx: Tx, ctx: Context, id: string): Promise<Client> {
  const [row] = await rowsOf(tx, ctx, id);
  if (!row) throw notFound();
  return present(row);
}

/** The account's API clients of the environment (contract §18.1). */
export async function listClients(ctx: AccountContext, input: InputOf<typeof contracts.listClients>) {
  const rows = await rowsOf(ctx.db, ctx);
  const from = Number(input.offset);
  return { rows: rows.slice(from, from + Number(input.limit)).map(present), total: rows.length };
}

/**
 * @throws ApiError 400 at `allow_list` where the caller comes through a proxy that is not trusted: then the addresses of
 * those who come through it are not known. What others send does not matter.
 */
function requireKnownAddresses({ address }: AccountContext, list: readonly string[] | undefined): void {
  const since = list?.length ? untrustedSince(address) : null;
  if (since)
    throw invalid({ path: ["allow_list"], key: "proxyUntrusted", params: { peer: address, at: hongKongIso(since) } });
}

/** `[]` is no list. */
const listOrNull = (list: string[] | undefined) => (list?.length ? list : null);

/**
 * Issues a client (contract §18.1). @throws ApiError 400 at `name` when the environment has {@link contracts.MAX_CLIENTS},
 * at `allow_list` while callers' addresses are not known
 */
export function createClient(
  ctx: AccountContext,
  { name, allow_list: list }: InputOf<typeof contracts.createClient>,
): Promise<DataOf<typeof contracts.createClient>> {
  requireKnownAddresses(ctx, list);
  return withTransaction(ctx.db, async (tx) => {
    // The lock makes the second of two simultaneous calls count what the first issued.
    await sql`select 1 from accounts where id = ${ctx.account.id} for no key update`.execute(tx);
    const inUse = (await rowsOf(tx, ctx)).filter((row) => row.revoked_at === null).length;
    const max = contracts.MAX_CLIENTS;
    if (inUse >= max) throw invalid({ path: ["name"], key: "clientLimit", params: { max } });
    const { is_demo } = await tx
      .selectFrom("people")
      .select("is_demo")
      .where("id", "=", ctx.actor.id)
      .executeTakeFirstOrThrow();
    // It ends with the demonstration (contract §18.3).
    return issue(tx, ctx, { label: name, allowList: listOrNull(list), isDemo: is_demo });
  });
}

async function issue(tx: Tx, ctx: Context, client: Omit<NewClient, "accountId" | "environment">) {
  const { environment, account } = ctx;
  const { client_id, client_secret } = await issueClient(tx, {
    ...client,
    environment,
    accountId: account?.id ?? null,
  });
  const { label, allowList } = client;
  const after = { ...(label && { name: MASKED }), client_secret: MASKED, ...(allowList && { allow_list: allowList }) };
  await record(tx, ctx, "createClient", client_id, { after });
  return { ...(await read(tx, ctx, client_id)), client_secret };
}

/** Issues a client of any role, as a command may. @throws AdministrationError */
export function issueAnyClient(ctx: Context, client: Pick<NewClient, "role" | "label" | "rateMinute" | "rateHour">) {
  return withTransaction(ctx.db, (tx) => issue(tx, ctx, client));
}

/**
 * Changes a client {@link within} the caller's reach and records it, both or neither.
 * @throws ApiError NOT_FOUND for any other; 400 at `client_id` for one that is revoked
 */
function change<T extends object>(
  ctx: Context,
  id: string,
  operation: Operation,
  work: (tx: Tx) => Promise<T>,
): Promise<Client & T> {
  return withTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ revoked_at: Date | null }>`
      select revoked_at from api_clients c where id = ${id} and ${within(ctx)} for no key update`.execute(tx);
    const [own] = rows;
    if (!own) throw notFound();
    if (own.revoked_at) throw invalid({ path: ["client_id"], key: "clientRevoked" });
    const before = await read(tx, ctx, id);
    const more = await work(tx);
    const after = await read(tx, ctx, id);
    await record(tx, ctx, operation, id, changedFacts(factsOf(before), factsOf(after), ["name"]));
    return { ...after, ...more };
  });
}

/**
 * Gives a client another name or list of addresses (contract §18.4).
 * @throws ApiError as {@link change}; 400 at `allow_list` while callers' addresses are not known
 */
export function changeClient(
  ctx: AccountContext,
  { client_id: id, name, allow_list: list }: InputOf<typeof contracts.updateClient>,
): Promise<Client> {
  requireKnownAddresses(ctx, list);
  return change(ctx, id, "updateClient", async (tx) => {
    const set = {
      ...(name !== undefined && { label: name }),
      ...(list && { allow_list: listOrNull(list) }),
    };
    if (Object.keys(set).length > 0) await tx.updateTable("api_clients").set(set).where("id", "=", id).execute();
    return {};
  });
}

/** Gives a client a new secret; the previous one works on for the overlap, in hours. @throws ApiError as {@link change} */
export function rollOwnClient(
  ctx: Context,
  { client_id: id, overlap_hours: hours }: InputOf<typeof contracts.rollClient>,
): Promise<DataOf<typeof contracts.rollClient>> {
  return change(ctx, id, "rollClient", async (tx) => {
    const { client_secret } = await rollClient(tx, id, hours);
    return { client_secret };
  });
}

/** Ends a client with its secrets and tokens (contract §8.3). @throws ApiError as {@link change} */
export function revokeOwnClient(
  ctx: Context,
  { client_id: id }: InputOf<typeof contracts.revokeClient>,
): Promise<Client> {
  return change(ctx, id, "revokeClient", async (tx) => {
    await revokeClient(tx, id);
    return {};
  });
}
