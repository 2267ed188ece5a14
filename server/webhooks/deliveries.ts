import { setTimeout as wait } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { EVENT_EXAMPLES } from "@/lib/contracts/event";
import * as contracts from "@/lib/contracts/webhook";
import type { Attempt, Delivery } from "@/lib/contracts/webhook-delivery";
import { notFound } from "@/lib/errors";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { requireStillIn } from "@/server/accounts";
import { type AccountContext, scopeOf } from "@/server/context";
import { listOf, namesOf } from "@/server/db/columns";
import { countUpTo } from "@/server/db/counting";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { webhookTables } from "@/server/db/tables/webhooks";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { failedSince } from "./disabling";
import { announce, deliveryId, newEventId, onEvent } from "./events";

/** Past the end of the schedule, for attempts without retries of their own. */
const NO_RETRIES = 1_000_000;
const MOST_ATTEMPTS = 20;
/** Deliveries that one transaction replays, so that others do not wait long for the rows. */
const REPLAYED_AT_ONCE = 2000;

export type AttemptRow = Omit<Attempt, "slow">;
const LISTED = [
  ...(["id", "event_id", "event", "order_id", "status"] as const),
  ...(["attempt_count", "next_attempt_at", "created_at"] as const),
];
type Row = Selected<"webhook_deliveries", (typeof LISTED)[number]> & { attempts: AttemptRow[] | null };

const SLOW_MS = 5000;
const instant = (text: string) => new Date(text).toISOString();

/**
 * Whether a receiver took longer than the 5 seconds that it is asked to take (contract §15.6). Reading the answer's
 * body is our own time.
 */
export function isSlow({
  status_code,
  duration_ms,
  phases,
}: Pick<AttemptRow, "status_code" | "duration_ms" | "phases">) {
  return status_code !== null && duration_ms - (phases.read_ms ?? 0) > SLOW_MS;
}

function presentAttempt(row: AttemptRow): Attempt {
  const { dns_ms, connect_ms, tls_ms, wait_ms, read_ms } = row.phases;
  return {
    ...row,
    started_at: instant(row.started_at),
    next_attempt_at: row.next_attempt_at && instant(row.next_attempt_at),
    slow: isSlow(row),
    phases: { dns_ms, connect_ms, tls_ms, wait_ms, read_ms },
  };
}

function present({ attempts, next_attempt_at, created_at, ...row }: Row): Delivery {
  return {
    ...row,
    next_attempt_at: row.status === "pending" ? (next_attempt_at?.toISOString() ?? null) : null,
    created_at: created_at.toISOString(),
    attempts: (attempts ?? []).map(presentAttempt),
  };
}

const COLUMNS = sql`${sql.raw(listOf(LISTED, "d"))},
  (select json_agg(a order by a.number) from (
    select ${sql.raw(listOf(namesOf(webhookTables.webhook_attempts, ["delivery_id", "worker"])))}
    from webhook_attempts where delivery_id = d.id order by number desc limit ${MOST_ATTEMPTS}) a) as attempts`;

/** An endpoint of the scope. @throws ApiError NOT_FOUND */
async function endpointOf(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ status: string; last_success_at: Date | null; missed_since: Date | null }> {
  const row = await scoped(db, scope)
    .selectFrom("webhook_endpoints")
    .select(["status", "last_success_at", "missed_since"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Deliveries of an endpoint, starting with the latest event. @throws ApiError NOT_FOUND */
export async function listDeliveries(ctx: AccountContext, input: InputOf<typeof contracts.listDeliveries>) {
  await endpointOf(ctx.db, scopeOf(ctx), input.id);
  const where = sql.join(
    [
      sql`d.endpoint_id = ${input.id}`,
      ...(input.status ? [sql`d.status = ${input.status}`] : []),
      ...(input.event ? [sql`d.event = ${input.event}`] : []),
      ...(input.order_id ? [sql`d.order_id = ${input.order_id}`] : []),
      // By id, because there is an index on it.
      ...(input.event_id
        ? [sql`d.id = ${deliveryId(input.event_id, input.id)} and d.event_id = ${input.event_id}`]
        : []),
    ],
    sql` and `,
  );
  const counted = await countUpTo(ctx.db, sql`select from webhook_deliveries d where ${where}`);
  // First the ids of a page, so that attempts are read only for its rows.
  const { rows } = await sql<Row>`
    select ${COLUMNS} from (
      select id from webhook_deliveries d where ${where}
      order by d.id desc limit ${Number(input.limit)} offset ${Number(input.offset)}) page
    join webhook_deliveries d on d.id = page.id order by d.id desc`.execute(ctx.db);
  return { rows: rows.map(present), ...counted };
}

type Whole = Row & { endpoint_id: string; body: string };

async function find(db: Db, scope: Scope, id: string): Promise<Whole> {
  const { rows } = await sql<Whole>`
    select ${COLUMNS}, d.endpoint_id, e.body
    from webhook_deliveries d
    join events e on e.id = d.event_id
    join webhook_endpoints w on w.id = d.endpoint_id and w.deleted_at is null
    where d.id = ${id} and ${within(scope, "d")}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

function presentOne({ endpoint_id: _endpoint, body: _body, ...row }: Whole): Delivery {
  return present(row);
}

/** Reads a delivery with its body. @throws ApiError NOT_FOUND */
export async function readDelivery(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readDelivery>,
): Promise<DataOf<typeof contracts.readDelivery>> {
  const row = await find(ctx.db, scopeOf(ctx), input.delivery_id);
  return { ...presentOne(row), webhook_id: row.endpoint_id, body: row.body };
}

/**
 * Sends a delivery again at once, even if its endpoint is disabled. A delivery in flight is not touched. A waiting one
 * continues its schedule if this attempt fails. A test stays a test, so that no receiver takes its example for an
 * order.
 * @throws ApiError NOT_FOUND
 */
export async function replayDelivery(
  ctx: AccountContext,
  input: InputOf<typeof contracts.replayDelivery>,
): Promise<Delivery> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const { event_id } = await find(tx, scope, input.delivery_id);
    const endpoints = await sendAgain(tx, scope, [input.delivery_id]);
    if (endpoints.length) await listAgain(tx, scope, event_id, endpoints);
    return presentOne(await find(tx, scope, input.delivery_id));
  });
}

/** Makes deliveries due at once, but those that are or are in flight. Returns the endpoints of those that were not. */
export async function sendAgain(tx: Tx, scope: Scope, deliveryIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    update webhook_deliveries
    set trigger = case trigger when 'test' then 'test' else 'replay' end, next_attempt_at = clock_timestamp(), abandoned = 0, status = 'pending',
      resume_at = case status when 'pending' then coalesce(resume_at, next_attempt_at) end,
      tries = case status when 'pending' then tries else ${NO_RETRIES} end
    where id = any(${[...deliveryIds]}::text[]) and ${within(scope)}
      and status <> 'in_flight' and not (status = 'pending' and next_attempt_at <= clock_timestamp())
    returning endpoint_id`.execute(tx);
  return rows.map(({ endpoint_id }) => endpoint_id);
}

/** Lists an event in `GET /events` once more, for programs that follow events in place of an endpoint. */
export async function listAgain(tx: Tx, scope: Scope, eventId: string, endpoints: readonly string[]): Promise<void> {
  await scoped(tx, scope)
    .updateTable("events")
    .set({ replayed_at: sql`clock_timestamp()` })
    .where("id", "=", eventId)
    .execute();
  announce(tx, scope, endpoints);
}

/**
 * Sends again what failed or was held. With `since`: for events from then on. Without: everything held, and what failed
 * since the endpoint's last success (contract §15.1). If the endpoint was disabled and not everything it missed has
 * been sent again, the last success before that counts, because a test after the repair is a success too. @throws
 * ApiError NOT_FOUND
 */
export async function replayMissed(
  ctx: AccountContext,
  input: InputOf<typeof contracts.replayMissed>,
): Promise<DataOf<typeof contracts.replayMissed>> {
  const scope = scopeOf(ctx);
  const { status, last_success_at, missed_since } = await endpointOf(ctx.db, scope, input.id);
  const since = input.since === undefined ? (missed_since ?? last_success_at) : new Date(input.since);
  const ofEvents = since ? sql<boolean>`d.created_at >= ${since}` : sql<boolean>`true`;
  const wanted = {
    failed: since && input.since === undefined ? failedSince(sql`${since}`) : ofEvents,
    held: input.since === undefined ? sql<boolean>`true` : ofEvents,
  };
  const tries = status === "enabled" ? 0 : NO_RETRIES;
  let replayed = 0;
  // Failed ones first: a held delivery that is sent and fails meanwhile would be sent twice.
  for (const state of ["failed", "held"] as const) {
    for (let after = "", count = REPLAYED_AT_ONCE; count === REPLAYED_AT_ONCE; ) {
      ({ after, count } = await replayBatch(ctx.db, scope, input.id, { state, where: wanted[state], after, tries }));
      replayed += count;
    }
  }
  // Deliveries of a disabled endpoint are sent without retries.
  if (status === "enabled" && missed_since) await forgetMissed(ctx.db, scope, input.id, since);
  return { replayed, since: since?.toISOString() ?? null };
}

/** Clears `missed_since` once everything that the endpoint missed while disabled was sent again. */
async function forgetMissed(db: Db, scope: Scope, id: string, since: Date | null): Promise<void> {
  await scoped(db, scope)
    .updateTable("webhook_endpoints")
    .set({ missed_since: null })
    .where("id", "=", id)
    .where("missed_since", ">=", since)
    .execute();
}

async function replayBatch(
  db: Db,
  scope: Scope,
  endpointId: string,
  {
    state,
    where,
    after,
    tries,
  }: { state: "held" | "failed"; where: RawBuilder<boolean>; after: string; tries: number },
): Promise<{ after: string; count: number }> {
  const { rows } = await sql<{ count: number; last: string | null }>`
    with missed as (
      select id from webhook_deliveries d
      where endpoint_id = ${endpointId} and ${within(scope, "d")}
        and status = ${state} and id > ${after} and trigger <> 'test' and ${where}
      order by id limit ${REPLAYED_AT_ONCE} for update
    ),
    waiting as (
      update webhook_deliveries d
      set status = 'pending', trigger = 'replay', tries = ${tries}, abandoned = 0, first_attempt_at = null, resume_at = null,
        next_attempt_at = clock_timestamp()
      from missed where d.id = missed.id returning d.id
    )
    select count(*)::int as count, max(id) as last from waiting`.execute(db);
  const { count = 0, last = null } = rows[0] ?? {};
  if (count > 0) announce(db, scope, [endpointId]);
  return { after: last ?? "", count };
}

/**
 * Sends an example of an event once, whatever events the endpoint subscribes to.
 * @throws ApiError NOT_FOUND; idempotency_key_exists with the id of the delivery that the key created
 */
export async function testWebhook(
  ctx: AccountContext,
  input: InputOf<typeof contracts.testWebhook>,
): Promise<Delivery> {
  const scope = scopeOf(ctx);
  const body = JSON.stringify({ ...EVENT_EXAMPLES[input.event], timestamp: new Date().toISOString() });
  const eventId = newEventId();
  const id = deliveryId(eventId, input.id);
  return createOnce(ctx, contracts.testWebhook.id, id, async (tx) => {
    await endpointOf(tx, scope, input.id);
    await sql`
      with written as (
        insert into events (id, account_id, environment, event, body, is_test)
        values (${eventId}, ${scope.accountId}, ${scope.environment}, ${input.event}, ${body}, true)
      )
      insert into webhook_deliveries
        (id, account_id, environment, endpoint_id, event_id, event, status, trigger, next_attempt_at)
      values (${id}, ${scope.accountId}, ${scope.environment}, ${input.id}, ${eventId}, ${input.event}, 'pending', 'test',
        clock_timestamp())`.execute(tx);
    announce(tx, scope, [input.id]);
    return presentOne(await find(tx, scope, id));
  });
}

/** How often a waiting request checks for events of other processes. */
const ASK_MS = 1000;
const DAY_MS = 86_400_000;

/**
 * Events of the account, the oldest first, opt-in ones only if they are named (contract §6.1). Waits for one if the
 * page is empty and the request asks for that. @throws ApiError as {@link requireStillIn}, after a wait
 */
export async function listEvents(ctx: AccountContext, input: InputOf<typeof contracts.listEvents>) {
  const scope = scopeOf(ctx);
  const since = input.since === undefined ? new Date(Date.now() - DAY_MS) : new Date(input.since);
  const names = input.events?.split(",") ?? TRACKING_EVENT_NAMES;
  const page = sql`limit ${Number(input.limit)} offset ${Number(input.offset)}`;
  const begun = performance.now();
  const until = begun + Number(input.wait) * 1000;
  for (let hasWaited = false; ; hasWaited = true) {
    const arrived = new AbortController();
    const forget = onEvent((of) => {
      if (of.accountId === scope.accountId && of.environment === scope.environment) arrived.abort();
    });
    try {
      const answer = await eventsSince(ctx.db, scope, since, names, page);
      const left = until - performance.now();
      if (answer.rows.length > 0 || left <= 0) {
        if (hasWaited) await requireStillIn(ctx, (performance.now() - begun) / 1000);
        return answer;
      }
      // Waiting fails only because an event came.
      await wait(Math.min(ASK_MS, left), undefined, { signal: arrived.signal }).catch(() => {});
    } finally {
      forget();
    }
  }
}

async function eventsSince(db: Db, scope: Scope, since: Date, names: readonly string[], page: RawBuilder<unknown>) {
  const listed = (at: RawBuilder<unknown>, replayedAt: RawBuilder<unknown>) => sql`
    select id as event_id, event, order_id, created_at, ${replayedAt} as replayed_at, body, ${at} as listed_at
    from events where ${within(scope)} and ${at} >= ${since} and event = any(${[...names]}::text[]) and not is_test`;
  const all = sql`(
    ${listed(sql.ref("created_at"), sql`null::timestamptz`)}
    union all ${listed(sql.ref("replayed_at"), sql.ref("replayed_at"))}) e`;
  const { rows } = await sql<{
    event_id: string;
    event: Delivery["event"];
    order_id: string | null;
    created_at: Date;
    replayed_at: Date | null;
    body: string;
  }>`select event_id, event, order_id, created_at, replayed_at, body from ${all}
    order by listed_at, event_id ${page}`.execute(db);
  return {
    ...(await countUpTo(db, sql`select from ${all}`)),
    rows: rows.map(({ replayed_at, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      ...(replayed_at ? { replayed_at: replayed_at.toISOString() } : {}),
    })),
  };
}
