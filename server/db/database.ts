/**
 * Owns the connection to the database: one `pg.Pool` and one Kysely, the same for both engines, opened on first use.
 * Knows no table and starts no migration.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { OpenTables } from "@/server/db/types";
import { ConfigurationError, type Env, env } from "@/server/env";
import { processWide } from "@/server/process-wide";
import { restrictNewFiles, secureDataFolder } from "./data-folder";
import { openEmbedded } from "./embedded";
import { EmbeddedConnection, type EmbeddedServer } from "./embedded-connection";

export type Database = {
  engine: "postgresql" | "embedded";
  db: Kysely<OpenTables>;
  pool: pg.Pool;
  close(): Promise<void>;
};

const DATABASE = Symbol.for("sampan.database");
const OPENER = Symbol.for("sampan.database.opener");
const globals = globalThis as typeof globalThis & {
  [DATABASE]?: Promise<Database>;
  [OPENER]?: () => Promise<Database>;
};

/**
 * The database of this process, opened by the first call; if that fails, the next call tries again. On `globalThis`,
 * because a hot reload loads this module again. Throws `ConfigurationError`, `DataFolderError`, `DataFolderInUseError`.
 */
export function database(): Promise<Database> {
  if (globals[DATABASE]) return globals[DATABASE];
  const forget = () => {
    if (globals[DATABASE] === opening) delete globals[DATABASE];
  };
  const open = globals[OPENER] ?? (() => openDatabase(env()));
  const opening = (async () => {
    const opened = await open();
    return { ...opened, close: () => opened.close().finally(forget) };
  })();
  globals[DATABASE] = opening;
  opening.catch(forget);
  return opening;
}

/** For tests: opens a database that `database()` uses in place of the configured one. */
export function openDatabaseWith(opener: () => Promise<Database>): void {
  globals[OPENER] = opener;
  delete globals[DATABASE];
}

/**
 * Opens a separate database. PostgreSQL is first contacted by the first query. Throws `DataFolderError`,
 * `DataFolderInUseError`.
 */
export async function openDatabase(
  settings: Pick<Env, "databaseUrl" | "databasePoolMax" | "dataDir">,
): Promise<Database> {
  if (settings.databaseUrl) {
    // It also holds mails that are written as files, even on PostgreSQL.
    if (existsSync(settings.dataDir)) secureDataFolder(settings.dataDir);
    else restrictNewFiles();
    return onPool("postgresql", createPool(settings.databaseUrl, settings.databasePoolMax));
  }
  const embedded = await openEmbedded(settings.dataDir);
  return embeddedDatabase(embedded, () => embedded.close());
}

/** A database on an embedded server that is already open. */
export function embeddedDatabase(server: EmbeddedServer, closeServer: () => Promise<void>): Database {
  const pool = listened(
    new pg.Pool({
      ...SHARED,
      stream: () => new EmbeddedConnection(server),
      // There is one session, so transactions queue for it.
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      // Set explicitly, or pg would take them from PGUSER and the like.
      host: "embedded",
      user: "postgres",
      database: "postgres",
      ssl: false,
    }),
  );
  return onPool("embedded", pool, closeServer);
}

/** How pg would connect to a PostgreSQL server. @throws ConfigurationError if it would not check the certificate */
export function tlsOf(databaseUrl: string): { host: string; isEncrypted: boolean } {
  // It opens no connection. Besides the URL it reads PGSSLMODE and the like.
  const client = new pg.Client({ connectionString: databaseUrl });
  const ssl = client.ssl as boolean | { rejectUnauthorized?: boolean };
  if (typeof ssl === "object" && ssl.rejectUnauthorized === false) {
    const problem = "must let the server's certificate be checked, as with sslmode=verify-full";
    throw new ConfigurationError([{ variable: "DATABASE_URL", problem }]);
  }
  return { host: client.host, isEncrypted: ssl !== false };
}

/**
 * A pool on a PostgreSQL server; parameters in the URL win over those set here.
 * @throws ConfigurationError if the URL switches off the check of the server's certificate
 */
export function createPool(databaseUrl: string, max: number): pg.Pool {
  tlsOf(databaseUrl);
  return listened(
    new pg.Pool({
      ...SHARED,
      connectionString: databaseUrl,
      max,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: "sampan",
      // As on the embedded database: a cast from timestamptz must not depend on the server's setting. Compiling a
      // statement that reads a partition for each day takes many times as long as running it.
      options: "-c timezone=UTC -c jit=off",
    }),
  );
}

function onPool(engine: Database["engine"], pool: pg.Pool, closeServer?: () => Promise<void>): Database {
  const db = new Kysely<OpenTables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  const close = async () => {
    try {
      // Not `db.destroy()`, which leaves the pool open if no Kysely query has used it yet.
      await pool.end();
    } finally {
      await closeServer?.();
    }
  };
  return {
    engine,
    db,
    pool,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listened(pool: pg.Pool): pg.Pool {
  // An idle connection ended. The pool has dropped it already, but without a listener Node would end the process.
  pool.on("error", () => {});
  return pool;
}

// ── Statements, prepared once per connection ──

const MAX_NAMED = 1000;
const MAX_SEEN = 5000;
const UNPREPARED = "/* unprepared */";

/** `names`: SQL text → its statement name; null: seen once, so it may never come again. `named`: how many have one. */
const statements = processWide("statements", () => ({ names: new Map<string, string | null>(), named: 0 }));

/**
 * The name under which a text is prepared. Only from its second use, and only for the first 1,000 such texts: every name
 * takes memory in each connection, and texts with lists of varying length would use them up. The name is derived from
 * the text, so that poolers between us and the server can share statements.
 */
function statementName(text: string): string | undefined {
  const known = statements.names.get(text);
  if (known) return known;
  if (text.startsWith(UNPREPARED) || statements.named >= MAX_NAMED) return undefined;
  if (known === undefined) {
    if (statements.names.size >= MAX_SEEN)
      for (const [seen, name] of statements.names) if (name === null) statements.names.delete(seen);
    statements.names.set(text, null);
    return undefined;
  }
  return rename(text, "");
}

/** For tests, many files of which share a process: as if no text had come yet. */
export function forgetStatements(): void {
  statements.names.clear();
  statements.named = 0;
}

function rename(text: string, salt: string): string {
  const name = `sampan_${createHash("sha1").update(salt).update(text).digest("base64url")}`;
  if (!statements.names.get(text)) statements.named++;
  statements.names.set(text, name);
  return name;
}

const DEADLOCK = "40P01";

/**
 * A migration changed the result of a prepared `select *`: PostgreSQL refuses it, and the next attempt uses another
 * name.
 */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}

/** How often work is tried that a migration or a deadlock interrupts. */
export const MOST_TRIES = 5;

/**
 * Whether a statement or transaction failed only because of a schema change or a deadlock: it had no effect and may be
 * repeated.
 */
export function mayRepeat(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && error.code === DEADLOCK);
}

class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a client is idle: a connection that ends between two queries of a transaction would
    // end the process. The next query reports the error.
    this.on("error", () => {});
  }

  // Only `never` fits every overload of the overridden method.
  override query(...args: unknown[]): never {
    const send = super.query as (...args: unknown[]) => unknown;
    const [text, values, callback] = args;
    if (typeof text !== "string" || typeof values === "function") return send.apply(this, args) as never;
    const prepared = () => {
      const hasValues = Array.isArray(values) && values.length > 0;
      return { name: hasValues ? statementName(text) : undefined, text, values };
    };
    if (callback) return send.call(this, prepared(), callback) as never;
    const isAlone = this.getTransactionStatus() !== "T";
    const attempt = async (tries: number): Promise<unknown> => {
      const query = prepared();
      try {
        return await send.call(this, query);
      } catch (error) {
        if (query.name && isStalePlan(error)) rename(text, `${query.name} is stale`);
        // A failed transaction cannot go on: it is repeated as a whole.
        if (!isAlone || tries === MOST_TRIES || !mayRepeat(error)) throw error;
        return attempt(tries + 1);
      }
    };
    return attempt(1) as never;
  }
}

// ── Values ──

const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;

/** As in `pg` (int8 and numeric are strings, timestamptz is a Date), except that a date is a day, not a moment. */
const getTypeParser = ((oid: number, format?: "text" | "binary") => {
  if (format !== "binary" && oid === DATE) return (text: string) => text;
  if (format !== "binary" && oid === DATE_ARRAY) return pg.types.getTypeParser(TEXT_ARRAY);
  return pg.types.getTypeParser(oid, format ?? "text");
}) as pg.CustomTypesConfig["getTypeParser"];

const SHARED: pg.PoolConfig = { Client: PreparingClient, types: { getTypeParser } };

// ── Errors ──

const UNREACHABLE_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN"],
  // Ended by the administrator or a crash; starting or stopping; too many connections.
  ...["57P01", "57P02", "57P03", "53300"],
]);

const UNREACHABLE_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "The embedded database ",
  "PGlite is clos",
];

/**
 * Whether the database cannot be reached (as opposed to refusing a query), so that trying later may help. Neither
 * `DataFolderInUseError` nor an embedded database that cannot be opened at all: those end the start.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && (UNREACHABLE_CODES.has(code) || /^08...$/.test(code))) return true;
  // The unix socket does not exist.
  if (code === "ENOENT" && syscall === "connect") return true;
  if (UNREACHABLE_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  return error instanceof AggregateError && error.errors.some(isConnectionError);
}

/** Whether the database refused a statement because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "53100";
}
