/**
 * Owns the state of the schema: brings a database forward to the schema of this build, and never back. The steps
 * themselves are in `migrations/`.
 */
import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { log } from "@/server/log";
import { type Database, isConnectionError, mayRepeat } from "./database";
import { migrations } from "./migrations";
import type { Step } from "./migrations/step";

/** The schema could not be brought to the state that this build needs; the message says why and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

type Known = Readonly<Record<string, Step>>;
/**
 * A step that the database has, and the oldest build that can run after it, named by the last step that build knows.
 */
type Applied = { name: string; oldest_build: string };

/** Kysely's own lock, which earlier versions migrate under. */
const LOCK = "3853314791062309107";
const LOCK_AGAIN_MS = 100;
/** A step that waits for a table makes all other statements wait for that table too, so it gives up and tries again. */
const TABLE_LOCK = "2s";
const TABLE_AGAIN_MS = 500;
const MOST_TRIES = 60;

/**
 * Runs the steps that the database does not have yet, each in its own transaction, and returns their names. Several
 * processes may do so at once: one works, the others wait for it. Servers may keep working meanwhile. Throws
 * `MigrationError` when one fails or this build cannot serve the database.
 */
export async function migrate({ db }: Pick<Database, "db">, known: Known = migrations): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Building an index on a large table may take longer than a query may.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await lock(connection);
      // Each step knows the schema as it was at that step.
      return await runPending(connection as Kysely<unknown>, known);
    } finally {
      // A lost connection has lost the lock and the setting anyway.
      await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection).catch(() => {});
      await sql`reset statement_timeout`.execute(connection).catch(() => {});
    }
  });
}

/** The names of the migrations that this build knows and the database does not have yet. */
export async function pendingMigrations({ db }: Pick<Database, "db">, known: Known = migrations): Promise<string[]> {
  const applied = await appliedSteps(db);
  return pendingOf(applied, known);
}

/**
 * By polling: building an index concurrently waits for every running statement, even for one that waits for this lock.
 */
async function lock<T>(db: Kysely<T>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${LOCK}::bigint) as held`.execute(db);
    if (rows[0]?.held) return;
    await wait(LOCK_AGAIN_MS);
  }
}

async function runPending(db: Kysely<unknown>, known: Known): Promise<string[]> {
  const applied = await appliedSteps(db);
  refuseForeign(applied, known);
  const pending = pendingOf(applied, known);
  if (pending.length > 0) {
    await sql`create table if not exists kysely_migration (name text primary key, timestamp text not null)`.execute(db);
    await sql`alter table kysely_migration add column if not exists oldest_build text`.execute(db);
  }
  let before = applied.at(-1);
  for (const name of pending) {
    const step = known[name] as Step;
    const oldest = step.breaks ? name : (before?.oldest_build ?? name);
    try {
      await run(db, name, step, oldest);
    } catch (error) {
      if (isConnectionError(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(`Migration ${name} failed, nothing of it was kept: ${reason}`, { cause: error });
    }
    before = { name, oldest_build: oldest };
  }
  return pending;
}

async function run(db: Kysely<unknown>, name: string, step: Step, oldest: string): Promise<void> {
  const record = (on: Kysely<unknown>) =>
    sql`insert into kysely_migration (name, timestamp, oldest_build)
      values (${name}, ${new Date().toISOString()}, ${oldest})`.execute(on);
  if (step.indexes) {
    for (const [index, on] of Object.entries(step.indexes)) await buildIndex(db, index, on);
    await record(db);
    return;
  }
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = '${TABLE_LOCK}'`).execute(tx);
        await step.up(tx);
        await record(tx);
      });
    } catch (error) {
      if (!isInUse(error) || tries === MOST_TRIES) throw error;
      log().warn({ migration: name, tries }, "a migration waits until a table is free");
      await wait(TABLE_AGAIN_MS);
    }
  }
}

/** Others held the table for too long, or locked its rows in another order. */
function isInUse(error: unknown): boolean {
  return mayRepeat(error) || (error as { code?: unknown }).code === "55P03";
}

/**
 * Builds or drops an index; writers can go on meanwhile. An index whose build was interrupted stays invalid, and is
 * dropped and built again.
 */
async function buildIndex(db: Kysely<unknown>, name: string, index: string | { unique: string } | null): Promise<void> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (rows.length > 0 || index === null) await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
  if (index === null) return;
  const [kind, on] = typeof index === "string" ? ["index", index] : ["unique index", index.unique];
  await sql.raw(`create ${kind} concurrently if not exists ${name} ${on}`).execute(db);
}

async function appliedSteps<T>(db: Kysely<T>): Promise<Applied[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass('kysely_migration') and attnum > 0`.execute(
    db,
  );
  if (columns.length === 0) return [];
  const hasOldest = columns.some(({ name }) => name === "oldest_build");
  const { rows } = await sql<Applied>`
    select name, ${hasOldest ? sql`coalesce(oldest_build, name)` : sql`name`} as oldest_build from kysely_migration`.execute(
    db,
  );
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function pendingOf(applied: readonly Applied[], known: Known): string[] {
  const had = new Set(applied.map(({ name }) => name));
  return Object.keys(known)
    .filter((name) => !had.has(name))
    .sort();
}

/** This build may run on a newer database only if every step that it does not know allows that. */
function refuseForeign(applied: readonly Applied[], known: Known): void {
  const newest = Object.keys(known).sort().at(-1) ?? "";
  const unknown = applied.filter(({ name }) => !Object.hasOwn(known, name));
  if (unknown.some(({ name, oldest_build }) => name < newest || oldest_build > newest)) {
    throw new MigrationError(
      `The database was made by a newer Sampan: it has ${unknown.map(({ name }) => name).join(", ")}, which this build does not know. ` +
        "Run that version or a later one; nothing was changed.",
    );
  }
  const last = applied.at(-1)?.name ?? "";
  const late = pendingOf(applied, known).filter((name) => name < last);
  if (late.length > 0) {
    throw new MigrationError(
      `The database has ${last} but not ${late.join(", ")}, which comes before it: a migration was added out of order. ` +
        "Give it a later name; nothing was changed.",
    );
  }
}
