/** Owns the deletion of expired rows, and the maintenance of the embedded database. Touches nothing that is in use. */
import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { JOB_KINDS } from "@/lib/jobs";
import { JOB_FILE_HOURS } from "@/lib/orders/choices";
import { CHALLENGE_LASTS } from "@/server/accounts";
import { overAll } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { KEPT_DAYS } from "@/server/retention";

/** Small, so that no request waits long for locks or, on the embedded database, for the process. */
const BATCH = 500;

const over = (column: string, days: number) =>
  sql<SqlBool>`${sql.ref(column)} < now() - interval ${sql.lit(`${days} days`)}`;

/** By the index, which begins with the kind. */
const OLD_JOBS = sql`${over("created_at", KEPT_DAYS.jobs)} and kind = any(${[...JOB_KINDS]}::text[])`;

const OVER: readonly { table: keyof Tables; where: RawBuilder<SqlBool> }[] = [
  { table: "access_tokens", where: sql`expires_at < now()` },
  { table: "quotes", where: sql`expires_at < now()` },
  { table: "idempotency_keys", where: over("created_at", KEPT_DAYS.idempotencyKeys) },
  { table: "sessions", where: over("expires_at", KEPT_DAYS.sessions) },
  { table: "passkey_challenges", where: sql`created_at < now() - interval ${sql.lit(CHALLENGE_LASTS)}` },
  { table: "invitations", where: over("expires_at", KEPT_DAYS.invitations) },
  { table: "person_devices", where: over("last_seen_at", KEPT_DAYS.devices) },
  // Its hour ends at most an hour after the last request.
  { table: "rate_counters", where: sql`minute_start < now() - interval '2 hours'` },
  {
    // Before their jobs, which otherwise take thousands of them along at once.
    table: "job_rows",
    where: sql`job_id = any (array(select id from jobs where ${OLD_JOBS} limit 100))`,
  },
  {
    table: "jobs",
    where: sql`kind in ('print', 'export') and created_at < now() - interval ${sql.lit(`${JOB_FILE_HOURS} hours`)}`,
  },
  { table: "jobs", where: sql`${OLD_JOBS} and not exists (select from job_rows where job_id = jobs.id)` },
  {
    // Before their imports, for the same reason.
    table: "import_rows",
    where: sql`import_id = any (array(select id from imports where ${over("created_at", KEPT_DAYS.imports)} limit 100))`,
  },
  {
    table: "imports",
    where: sql`${over("created_at", KEPT_DAYS.imports)} and not exists (select from import_rows where import_id = imports.id)`,
  },
  { table: "import_mappings", where: over("chosen_at", KEPT_DAYS.importMappings) },
  { table: "print_jobs", where: sql`created_at < now() - interval ${sql.lit(`${JOB_FILE_HOURS} hours`)}` },
  {
    table: "mails",
    where: sql`${over("created_at", KEPT_DAYS.mails)} and (sent_at is not null or failed_at is not null)`,
  },
  {
    table: "webhook_deliveries",
    where: sql`${over("created_at", KEPT_DAYS.events)} and status in ('succeeded', 'failed', 'held')`,
  },
  {
    // An array, so that the endpoints are found first: with a join the planner might read every delivery.
    table: "webhook_deliveries",
    where: sql`endpoint_id = any (array(select id from webhook_endpoints where deleted_at is not null))
      and status <> 'in_flight'`,
  },
  // What a person who is gone kept for themselves.
  ...(["order_drafts", "order_views", "notices", "notice_settings"] as const).map((table) => ({
    table,
    where: sql<SqlBool>`person_id in (select id from people where removed_at is not null)
      ${sql.raw(table === "order_views" ? "and not is_shared" : "")}`,
  })),
  { table: "notices", where: over("created_at", KEPT_DAYS.notices) },
  { table: "statement_imports", where: sql`${over("proposed_at", KEPT_DAYS.waitingImports)} and state = 'WAITING'` },
  { table: "webhook_hours", where: over("hour", KEPT_DAYS.events) },
  {
    table: "webhook_endpoints",
    where: sql`${over("deleted_at", KEPT_DAYS.endpoints)}
      and not exists (select from webhook_deliveries d where d.endpoint_id = webhook_endpoints.id)`,
  },
  {
    // A held delivery, or one to be replayed, still needs the event's body.
    table: "events",
    where: sql`${over("created_at", KEPT_DAYS.events)} and ${overAll("events")} and not exists (
      select from webhook_deliveries d
      where d.event_id = events.id and d.status in ('pending', 'in_flight', 'held'))`,
  },
];

/**
 * Deletes expired rows in small batches, until none is left or the signal stops it. Several workers may do so at once.
 * Returns how many rows were deleted.
 */
export async function cleanUp(db: Db, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const { table, where } of OVER) {
    for (let gone = BATCH; gone === BATCH && !signal?.aborted; total += gone) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${where} limit ${BATCH} for update skip locked))`.execute(db);
      gone = Number(numAffectedRows ?? 0);
      await turn();
    }
  }
  return total;
}

/** In larger tables, reading the whole table would stop the process for too long; orders are read by keys anyway. */
const TIDY_ROWS = 100_000;

/**
 * Does for the small busy tables of the embedded database what autovacuum does on a server: makes the room of deleted
 * rows usable, and updates the planner's statistics. One table per call; returns its name.
 */
export async function tidyEmbedded(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_live_tup + n_dead_tup < ${TIDY_ROWS}
      and (n_dead_tup > 200 + n_live_tup * 0.2 or n_mod_since_analyze > 200 + n_live_tup * 0.2)
    order by n_dead_tup + n_mod_since_analyze desc limit 1`.execute(db);
  const name = rows[0]?.name;
  if (!name) return null;
  await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  return name;
}
