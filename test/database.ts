/**
 * The database that tests share: one for each worker process, emptied between test files by `test/setup.ts`.
 * TEST_DATABASE_URL (the address of a PostgreSQL superuser) chooses the engine; without it, PGlite in memory.
 */
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { type Database, embeddedDatabase, openDatabase } from "@/server/db/database";
import type { Db } from "@/server/db/transaction";
import { onMachineTime } from "./clock";
import { type Templates, withDatabase } from "./templates";
import { TESTS_ROLE, TWIN_ACCOUNT, twinFaults } from "./twins";

/** Tables that migrations fill and that tests therefore keep. */
const REFERENCE_TABLES = [
  "providers",
  "tariff_versions",
  "remote_areas",
  "pickup_points",
  "size_limits",
  "catalogue_version",
  "kysely_migration",
  "kysely_migration_lock",
];

declare module "vitest" {
  interface ProvidedContext {
    templates: Templates;
    testFolder: string;
  }
}

const templates = inject("templates");

/** The engine of this run. */
export const engine: Database["engine"] = templates.engine;

/** On PostgreSQL, the address of the database that this worker's tests share. */
export const testDatabaseUrl =
  templates.engine === "postgresql" ? withDatabase(templates.adminUrl, `${templates.prefix}${process.pid}`) : undefined;

const SHARED = Symbol.for("sampan.test-database");
const OWN = Symbol.for("sampan.test-database.own");
const globals = globalThis as typeof globalThis & { [SHARED]?: Promise<Database>; [OWN]?: Db };

/** The worker's database as the product has it, migrated and opened by the first call. Its `close` does nothing. */
export function productDatabase(): Promise<Database> {
  globals[SHARED] ??= openShared();
  return globals[SHARED];
}

/** The same database as tests look at it and change it: without the twins (`twins.ts`). */
export async function testDatabase(): Promise<Database> {
  const shared = await productDatabase();
  globals[OWN] ??= withoutTwins(shared.pool);
  return { ...shared, db: globals[OWN] };
}

function withoutTwins(pool: pg.Pool): Db {
  const connect: PostgresPool["connect"] = async () => {
    const client = await pool.connect();
    await client.query(`set role ${TESTS_ROLE}`);
    const release = () => void client.query("reset role").then(() => client.release(), client.release);
    return { query: client.query.bind(client), release } as Awaited<ReturnType<PostgresPool["connect"]>>;
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
}

/** For support that names no account: the twin of a pick-and-pack order has its number, too, and one would have to be named. */
export async function forgetPickPackTwins(): Promise<void> {
  const { pool } = await productDatabase();
  await pool.query(
    `set session_replication_role = replica; delete from pick_pack_orders where account_id = ${TWIN_ACCOUNT};
     set session_replication_role = origin`,
  );
}

/** Fails when a statement has reached the twin of a row that it was about (`twins.ts`). */
export async function expectTwinsUntouched(): Promise<void> {
  if (!globals[SHARED]) return;
  const { pool } = await globals[SHARED];
  const faults = await twinFaults(pool);
  if (faults) throw new Error(faults);
}

/** Empties every table but the reference tables, if this worker has used its database at all. */
export async function resetDatabase(): Promise<void> {
  if (!globals[SHARED]) return;
  const { pool } = await globals[SHARED];
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1) order by relname`,
    [REFERENCE_TABLES],
  );
  // To look takes a fiftieth of deleting from all, and most files fill few tables.
  const looks = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const text = looks.join(" union all ");
  const name = `filled ${createHash("sha256").update(text).digest("hex")}`.slice(0, 40);
  const filled = await pool.query<{ name: string }>({ name, text });
  // Without triggers, so that no order of the tables is needed. Deleting takes 2 ms where truncating takes 40.
  const deletions = filled.rows.map(({ name }) => `delete from ${name}`);
  await pool.query(
    ["set session_replication_role = replica", ...deletions, "set session_replication_role = origin"].join("; "),
  );
  // Of the sheets only those that the migrations made are the same for all.
  await pool.query("delete from tariff_versions where proposed_by <> 'migration'");
}

/** A database of one's own without any table, gone after `close`. */
export async function emptyDatabase(): Promise<Database & { url?: string }> {
  if (templates.engine === "embedded") return inMemory(templates.empty);
  const { adminUrl, prefix } = templates;
  const name = `${prefix}${process.pid}_${randomBytes(4).toString("hex")}`;
  await asAdmin(adminUrl, `create database ${name}`);
  const url = withDatabase(adminUrl, name);
  const database = await openDatabase({ databaseUrl: url, databasePoolMax: 5, dataDir: "" });
  const close = async () => {
    await database.close();
    await asAdmin(adminUrl, `drop database ${name} with (force)`);
  };
  return { ...database, url, close };
}

async function openShared(): Promise<Database> {
  const open = async () => {
    if (templates.engine === "embedded") return inMemory(templates.migrated);
    const { adminUrl, migrated, prefix } = templates;
    const name = `${prefix}${process.pid}`;
    await asAdmin(
      adminUrl,
      `create database ${name} template ${migrated}`,
      // Tests need no disk; those of crashes bring their own server.
      `alter database ${name} set synchronous_commit = off`,
    );
    return openDatabase({ databaseUrl: withDatabase(adminUrl, name), databasePoolMax: 10, dataDir: "" });
  };
  return { ...(await open()), close: async () => {} };
}

async function inMemory(template: string): Promise<Database> {
  const pglite = await PGlite.create({
    // Not `openAsBlob`: it fails when another run touches the file meanwhile.
    loadDataDir: new Blob([await readFile(template)]),
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  const execute = pglite.execProtocolRawStream.bind(pglite);
  pglite.execProtocolRawStream = (...given) => onMachineTime(() => execute(...given));
  return embeddedDatabase({ pglite: async () => pglite, broke: () => {} }, () => pglite.close());
}

async function asAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
