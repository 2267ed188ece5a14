import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { also, type Rules } from "@/lib/contracts/judge";
import * as contracts from "@/lib/contracts/webhook";
import { judgeWebhookUrl } from "@/lib/contracts/webhook-url";
import { invalid, notFound } from "@/lib/errors";
import { refusesHost } from "@/lib/public-address";
import { isStaff } from "@/lib/roles";
import { changedFacts, type Facts, MASKED, mailOwnersOfKey, recordAudit } from "@/server/accounts";
import { type AccountContext, scopeOf } from "@/server/context";
import { listOf } from "@/server/db/columns";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, withTransaction } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { env } from "@/server/env";
import { withRules } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { failedSince, holdWaiting, missedSince } from "./disabling";
import { newSecret, seal } from "./secrets";

type Webhook = contracts.Webhook;
type WithSecret = DataOf<typeof contracts.createWebhook>;

const LISTED = [
  ...(["id", "url", "events", "status", "disabled_reason", "disabled_at", "enabled_at", "description"] as const),
  ...(["signature", "legacy_signature", "auth_header_name", "secret_hint", "created_at", "updated_at"] as const),
  ...(["last_attempt_at", "last_success_at", "failing_since"] as const),
];
type Row = Selected<"webhook_endpoints", (typeof LISTED)[number] | "previous_secret_until"> &
  Record<"succeeded_7d" | "failed_7d" | "waiting" | "held" | "missed", number>;

const MOST_COUNTED = 1000;

function present(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    enabled_at: row.enabled_at?.toISOString() ?? null,
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
    select ${sql.raw(listOf(LISTED, "w"))}, week.succeeded_7d, week.failed_7d,
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
    where ${within(scope, "w")} and w.deleted_at is null ${also}
    order by w.created_at, w.id`.execute(db);
  return rows;
}

async function read(db: Db, scope: Scope, id: string): Promise<Webhook> {
  const [row] = await select(db, scope, sql`and w.id = ${id}`);
  if (!row) throw notFound();
  return present(row);
}

/** Checks where an endpoint's address leads, beyond its format (contract §15.2). */
const addressRules = (): Rules =>
  also(({ url }) => {
    if (typeof url !== "string" || judgeWebhookUrl(url) !== undefined) return [];
    const parsed = new URL(url);
    return refusesHost(parsed, env().webhookAllowedPrivateHosts)
      ? [{ path: ["url"], key: "urlPrivate", params: { host: parsed.host } }]
      : [];
  });

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
 * Registers an endpoint, with the merchant's own secret or a new one, which it returns only this once (contract §15.1).
 * @throws ApiError 400000 when there are 20 already; idempotency_key_exists with the id of what the key created
 */
export const createWebhook = withRules(
  addressRules,
  async (ctx: AccountContext, input: InputOf<typeof contracts.createWebhook>): Promise<WithSecret> => {
    const scope = scopeOf(ctx);
    const id = `we_${randomBytes(10).toString("hex")}`;
    const secret = input.secret ?? newSecret();
    return createOnce(ctx, contracts.createWebhook.id, id, async (tx) => {
      // The lock makes the second of two simultaneous calls count what the first created.
      await sql`select 1 from accounts where id = ${scope.accountId} for no key update`.execute(tx);
      const { count } = await scoped(tx, scope)
        .selectFrom("webhook_endpoints")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow();
      if (Number(count) >= contracts.MAX_ENDPOINTS)
        throw invalid({ path: ["url"], key: "endpointLimit", params: { max: contracts.MAX_ENDPOINTS } });
      await scoped(tx, scope)
        .insertInto("webhook_endpoints", {
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
      const made = await read(tx, scope, id);
      await recordEndpoint(
        { ...ctx, db: tx },
        contracts.createWebhook.id,
        id,
        {
          ...changedFacts({}, factsOf(made), maskedFor(ctx)),
          before: undefined,
        },
        made.url,
      );
      return { ...made, secret };
    });
  },
);

/** Of a change by staff the log keeps what an endpoint is described as; what its own people write may name a person. */
const maskedFor = ({ actor }: AccountContext) => (isStaff(actor.role) ? [] : ["description"]);

/** What the audit log says about an endpoint: of its address no query, which may hold a secret. */
function factsOf({ url, events, status, description, signature, legacy_signature, auth_header }: Webhook): Facts {
  const { protocol, host, pathname, search } = new URL(url);
  const shown = `${protocol}//${host}${pathname}${search && `?${MASKED}`}`;
  return { url: shown, events, status, description, signature, legacy_signature, auth_header };
}

/** Records a change of an endpoint in its transaction, and mails the owners if staff made it (contract §20.1, §20.3). */
async function recordEndpoint(
  ctx: AccountContext,
  operation: string,
  objectId: string,
  facts: { before?: Facts | undefined; after?: Facts | undefined },
  url: string,
): Promise<void> {
  await recordAudit(ctx, [ctx.account.id], { operation, objectId, ...facts });
  if (!isStaff(ctx.actor.role)) return;
  const { id: accountId } = ctx.account;
  await mailOwnersOfKey(ctx.db, { accountId, environment: ctx.environment, operation, which: new URL(url).host });
}

function authHeaderColumns(id: string, header: { name?: string | undefined; value?: string | undefined } | undefined) {
  if (header?.name === undefined || header.value === undefined)
    return { auth_header_name: null, auth_header_value: null };
  return { auth_header_name: header.name, auth_header_value: seal(header.value, id) };
}

function secretColumns(id: string, secret: string) {
  return { secret: seal(secret, id), secret_hint: secret.slice(-4) };
}

/**
 * Changes the given fields of an endpoint.
 * @throws ApiError NOT_FOUND; BAD_REQUEST when it removes the last thing that authenticates deliveries
 */
export const updateWebhook = withRules(
  addressRules,
  (ctx: AccountContext, input: InputOf<typeof contracts.updateWebhook>): Promise<Webhook> => {
    const { id, auth_header, description, ...given } = input;
    const columns = {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      // An empty value was given on purpose, unlike a missing one.
      ...("description" in input ? { description: description || null } : {}),
      ...(auth_header === undefined ? {} : authHeaderColumns(id, auth_header)),
    };
    const isAboutProof = ["signature", "legacy_signature", "auth_header_name"].some((column) => column in columns);
    return change(ctx, id, contracts.updateWebhook.id, columns, async (_tx, { auth_header: header, ...endpoint }) => {
      if (isAboutProof && contracts.isUnproven({ ...endpoint, auth_header: header ?? undefined }))
        throw invalid({ path: ["signature"], key: "unsigned" });
    });
  },
);

type Columns = Partial<Record<string, unknown>>;

async function change(
  ctx: AccountContext,
  id: string,
  operation: string,
  columns: Columns,
  also: (tx: Db, changed: Webhook) => Promise<void> = async () => {},
): Promise<Webhook> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const endpoint = await scoped(tx, scope)
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!endpoint) throw notFound();
    const before = await read(tx, scope, id);
    await scoped(tx, scope)
      .updateTable("webhook_endpoints")
      .set({ ...columns, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await also(tx, await read(tx, scope, id));
    const after = await read(tx, scope, id);
    const facts = changedFacts(factsOf(before), factsOf(after), maskedFor(ctx));
    // A secret is replaced, and shows no other difference.
    if ("secret" in columns) facts.after = { ...facts.after, secret: MASKED };
    await recordEndpoint({ ...ctx, db: tx }, operation, id, facts, after.url);
    return after;
  });
}

/** Enables an endpoint; held deliveries stay held until they are replayed. @throws ApiError NOT_FOUND */
export function enableWebhook(ctx: AccountContext, { id }: InputOf<typeof contracts.enableWebhook>): Promise<Webhook> {
  return change(ctx, id, contracts.enableWebhook.id, {
    status: "enabled",
    disabled_reason: null,
    disabled_at: null,
    enabled_at: sql`case status when 'enabled' then enabled_at else clock_timestamp() end`,
    enabled_snapshot: sql`case status when 'enabled' then enabled_snapshot else pg_current_snapshot() end`,
    failing_since: sql`case status when 'enabled' then failing_since end`,
  });
}

/**
 * Disables an endpoint and holds its waiting deliveries. A disabled one is left unchanged. @throws ApiError NOT_FOUND
 */
export function disableWebhook(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.disableWebhook>,
): Promise<Webhook> {
  const unlessDisabled = (column: string, value: RawBuilder<unknown>) =>
    sql`case status when 'disabled' then ${sql.ref(column)} else ${value} end`;
  return change(
    ctx,
    id,
    contracts.disableWebhook.id,
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
 * Puts a new secret in the place of the old one, made here or given; the old one also signs until its overlap ends (contract §15.5). With an Idempotency-Key, a
 * retry does not roll again, which would end the overlap of the secret that the receiver still uses.
 * @throws ApiError NOT_FOUND; idempotency_key_exists
 */
export async function rollWebhookSecret(
  ctx: AccountContext,
  { id, overlap_hours, secret = newSecret() }: InputOf<typeof contracts.rollWebhookSecret>,
): Promise<WithSecret> {
  const previous =
    overlap_hours > 0
      ? { previous_secret: sql`secret`, previous_secret_until: sql`now() + ${overlap_hours} * interval '1 hour'` }
      : { previous_secret: null, previous_secret_until: null };
  return createOnce(ctx, contracts.rollWebhookSecret.id, id, async (tx) => ({
    ...(await change({ ...ctx, db: tx }, id, contracts.rollWebhookSecret.id, {
      ...secretColumns(id, secret),
      ...previous,
    })),
    secret,
  }));
}

/** Deletes an endpoint and its secrets; its waiting deliveries are not sent. @throws ApiError NOT_FOUND */
export async function deleteWebhook(ctx: AccountContext, { id }: InputOf<typeof contracts.deleteWebhook>) {
  return withTransaction(ctx.db, async (tx) => {
    const { url } = await read(tx, scopeOf(ctx), id);
    const { numUpdatedRows } = await scoped(tx, scopeOf(ctx))
      .updateTable("webhook_endpoints")
      .set({
        deleted_at: sql`now()`,
        secret: Buffer.alloc(0),
        previous_secret: null,
        auth_header_name: null,
        auth_header_value: null,
      })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
    await recordEndpoint({ ...ctx, db: tx }, contracts.deleteWebhook.id, id, {}, url);
    return { id, deleted: true as const };
  });
}
