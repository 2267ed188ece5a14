import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/webhook";
import { judgeWebhookUrl } from "@/lib/contracts/webhook-url";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { type AccountContext, type Db, type Scope, scopeOf, withTransaction } from "@/server/context";
import { env } from "@/server/env";
import { createOnce } from "@/server/idempotency";
import { refusesHost } from "./addresses";
import { failedSince, holdWaiting, missedSince } from "./disabling";
import { newSecret, seal } from "./secrets";

type Webhook = contracts.Webhook;
type WithSecret = DataOf<typeof contracts.createWebhook>;

type Row = {
  id: string;
  url: string;
  events: Webhook["events"];
  status: Webhook["status"];
  disabled_reason: Webhook["disabled_reason"];
  disabled_at: Date | null;
  description: string | null;
  signature: boolean;
  legacy_signature: boolean;
  auth_header_name: string | null;
  secret_hint: string;
  previous_secret_until: Date | null;
  created_at: Date;
  updated_at: Date;
  last_attempt_at: Date | null;
  last_success_at: Date | null;
  failing_since: Date | null;
  succeeded_7d: number;
  failed_7d: number;
  waiting: number;
  held: number;
  missed: number;
};

const MOST_COUNTED = 1000;

function present(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    description: row.description,
    signature: row.signature,
    legacy_signature: row.legacy_signature,
    auth_header: row.auth_header_name === null ? null : { name: row.auth_header_name },
    secret_hint: row.secret_hint,
    previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    health: {
      last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
      last_success_at: row.last_success_at?.toISOString() ?? null,
      failing_since: row.failing_since?.toISOString() ?? null,
      succeeded_7d: row.succeeded_7d,
      failed_7d: row.failed_7d,
      waiting: row.waiting,
      held: row.held,
      missed: row.missed,
    },
  };
}

async function select(db: Db, scope: Scope, also: RawBuilder<unknown> = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.id, w.url, w.events, w.status, w.disabled_reason, w.disabled_at, w.description, w.signature,
      w.legacy_signature, w.auth_header_name, w.secret_hint, w.created_at, w.updated_at, w.last_attempt_at,
      w.last_success_at, w.failing_since, week.succeeded_7d, week.failed_7d,
      case when w.previous_secret_until > now() then w.previous_secret_until end as previous_secret_until,
      (select count(*)::int from (select 1 from webhook_deliveries d
        where d.endpoint_id = w.id and d.status = 'pending' limit ${MOST_COUNTED}) x) as waiting,
      (select count(*)::int from (select 1 from webhook_deliveries d
        where d.endpoint_id = w.id and d.status = 'held' limit ${MOST_COUNTED}) x) as held,
      (select count(*)::int from (select 1 from webhook_deliveries d
        where d.endpoint_id = w.id and d.status = 'failed' and ${failedSince(sql.ref("w.missed_since"))}
        limit ${MOST_COUNTED}) x) as missed
    from webhook_endpoints w, lateral (
      select coalesce(sum(h.succeeded), 0)::int as succeeded_7d, coalesce(sum(h.failed), 0)::int as failed_7d
      from webhook_hours h where h.endpoint_id = w.id and h.hour > now() - interval '7 days') week
    where w.account_id = ${scope.accountId} and w.environment = ${scope.environment} and w.deleted_at is null ${also}
    order by w.created_at, w.id`.execute(db);
  return rows;
}

async function read(db: Db, scope: Scope, id: string): Promise<Webhook> {
  const [row] = await select(db, scope, sql`and w.id = ${id}`);
  if (!row) throw notFound();
  return present(row);
}

/** Judges where an endpoint's address leads, beyond its shape (decisions §8.2). */
export function problemsOfWebhook(body: unknown): Problem[] {
  const { url } = (body ?? {}) as { url?: unknown };
  if (typeof url !== "string" || judgeWebhookUrl(url) !== undefined) return [];
  const parsed = new URL(url);
  return refusesHost(parsed, env().webhookAllowedPrivateHosts)
    ? [{ path: ["url"], key: "urlPrivate", params: { host: parsed.host } }]
    : [];
}

/** Endpoints of the account, the oldest first. */
export async function listWebhooks(ctx: AccountContext, input: InputOf<typeof contracts.listWebhooks>) {
  const rows = await select(ctx.db, scopeOf(ctx));
  const from = Number(input.offset);
  return { rows: rows.slice(from, from + Number(input.limit)).map(present), total: rows.length };
}

/** Reads an endpoint. @throws ApiError NOT_FOUND */
export function readWebhook(ctx: AccountContext, { id }: InputOf<typeof contracts.readWebhook>): Promise<Webhook> {
  return read(ctx.db, scopeOf(ctx), id);
}

/**
 * Registers an endpoint and answers its secret, this once (decisions §8.1).
 * @throws ApiError 400000 when there are 20 already; idempotency_key_exists with the id of what the key made
 */
export async function createWebhook(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createWebhook>,
): Promise<WithSecret> {
  const scope = scopeOf(ctx);
  const id = `we_${randomBytes(10).toString("hex")}`;
  const secret = newSecret();
  return createOnce(ctx, contracts.createWebhook.id, id, async (tx) => {
    // Of two at once the second counts what the first made.
    await sql`select 1 from accounts where id = ${scope.accountId} for no key update`.execute(tx);
    const { count } = await tx
      .selectFrom("webhook_endpoints")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("account_id", "=", scope.accountId)
      .where("environment", "=", scope.environment)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= contracts.MAX_ENDPOINTS)
      throw invalid({ path: ["url"], key: "endpointLimit", params: { max: contracts.MAX_ENDPOINTS } });
    await tx
      .insertInto("webhook_endpoints")
      .values({
        account_id: scope.accountId,
        environment: scope.environment,
        id,
        url: input.url,
        events: input.events,
        description: input.description || null,
        signature: input.signature,
        legacy_signature: input.legacy_signature,
        ...authHeaderColumns(id, input.auth_header),
        ...secretColumns(id, secret),
      })
      .execute();
    return { ...(await read(tx, scope, id)), secret };
  });
}

function authHeaderColumns(id: string, header: { name?: string | undefined; value?: string | undefined } | undefined) {
  if (header?.name === undefined || header.value === undefined)
    return { auth_header_name: null, auth_header_value: null };
  return { auth_header_name: header.name, auth_header_value: seal(header.value, id) };
}

function secretColumns(id: string, secret: string) {
  return { secret: seal(secret, id), secret_hint: secret.slice(-4) };
}

/** Changes the fields given of an endpoint. @throws ApiError NOT_FOUND */
export function updateWebhook(ctx: AccountContext, input: InputOf<typeof contracts.updateWebhook>): Promise<Webhook> {
  const { id, auth_header, description, ...given } = input;
  return change(ctx, id, {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    // A blank one was given, unlike one that is left out.
    ...("description" in input ? { description: description || null } : {}),
    ...(auth_header === undefined ? {} : authHeaderColumns(id, auth_header)),
  });
}

type Columns = Partial<Record<string, unknown>>;

async function change(
  ctx: AccountContext,
  id: string,
  columns: Columns,
  also: (tx: Db) => Promise<void> = async () => {},
): Promise<Webhook> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const endpoint = await tx
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("account_id", "=", scope.accountId)
      .where("environment", "=", scope.environment)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!endpoint) throw notFound();
    await tx
      .updateTable("webhook_endpoints")
      .set({ ...columns, updated_at: sql`now()` })
      .where("account_id", "=", scope.accountId)
      .where("environment", "=", scope.environment)
      .where("id", "=", id)
      .execute();
    await also(tx);
    return read(tx, scope, id);
  });
}

/** Enables an endpoint; what was held stays so until it is replayed. @throws ApiError NOT_FOUND */
export function enableWebhook(ctx: AccountContext, { id }: InputOf<typeof contracts.enableWebhook>): Promise<Webhook> {
  return change(ctx, id, {
    status: "enabled",
    disabled_reason: null,
    disabled_at: null,
    enabled_at: sql`case status when 'enabled' then enabled_at else clock_timestamp() end`,
    enabled_snapshot: sql`case status when 'enabled' then enabled_snapshot else pg_current_snapshot() end`,
    failing_since: sql`case status when 'enabled' then failing_since end`,
  });
}

/** Disables an endpoint; deliveries that wait are held. One that is disabled already stays as it is. @throws ApiError NOT_FOUND */
export function disableWebhook(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.disableWebhook>,
): Promise<Webhook> {
  const unlessDisabled = (column: string, value: RawBuilder<unknown>) =>
    sql`case status when 'disabled' then ${sql.ref(column)} else ${value} end`;
  return change(
    ctx,
    id,
    {
      status: "disabled",
      disabled_reason: unlessDisabled("disabled_reason", sql`'BY_HAND'`),
      disabled_at: unlessDisabled("disabled_at", sql`now()`),
      missed_since: unlessDisabled("missed_since", missedSince("webhook_endpoints")),
    },
    (tx) => holdWaiting(tx, id),
  );
}

/**
 * Makes a new secret; the old one signs too until its overlap is over (decisions §8.5). With an Idempotency-Key a
 * retry does not roll again, which would end the overlap of the secret that the receiver has.
 * @throws ApiError NOT_FOUND; idempotency_key_exists
 */
export async function rollWebhookSecret(
  ctx: AccountContext,
  { id, overlap_hours }: InputOf<typeof contracts.rollWebhookSecret>,
): Promise<WithSecret> {
  const secret = newSecret();
  const previous =
    overlap_hours > 0
      ? { previous_secret: sql`secret`, previous_secret_until: sql`now() + ${overlap_hours} * interval '1 hour'` }
      : { previous_secret: null, previous_secret_until: null };
  return createOnce(ctx, contracts.rollWebhookSecret.id, id, async (tx) => ({
    ...(await change({ ...ctx, db: tx }, id, { ...secretColumns(id, secret), ...previous })),
    secret,
  }));
}

/** Deletes an endpoint; what waits for it is not sent, and its secrets are gone. @throws ApiError NOT_FOUND */
export async function deleteWebhook(ctx: AccountContext, { id }: InputOf<typeof contracts.deleteWebhook>) {
  const scope = scopeOf(ctx);
  const { numUpdatedRows } = await ctx.db
    .updateTable("webhook_endpoints")
    .set({
      deleted_at: sql`now()`,
      secret: Buffer.alloc(0),
      previous_secret: null,
      auth_header_name: null,
      auth_header_value: null,
    })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
  return { id, deleted: true as const };
}
