/**
 * Owns the way to the database: one `pg.Pool` and one Kysely, the same for both engines, opened when first asked for.
 * Knows no table and starts no migration.
 */
import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "@/server/db/types";
import { type Env, env } from "@/server/env";
import { openEmbedded } from "./embedded";
import { EmbeddedConnection, type EmbeddedServer } from "./embedded-connection";

export type Database = {
  engine: "postgresql" | "embedded";
  db: Kysely<Tables>;
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
 * The database of this process, opened by the first call; a failed opening is tried again by the next one.
 * On `globalThis`, because a hot reload loads this module again. Throws `ConfigurationError`, `DataFolderInUseError`.
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

/** For tests: what `database()` opens in place of the configured database. */
export function openDatabaseWith(opener: () => Promise<Database>): void {
  globals[OPENER] = opener;
  delete globals[DATABASE];
}

/** Opens a database of one's own. PostgreSQL is first reached by the first query. Throws `DataFolderInUseError`. */
export async function openDatabase(
  settings: Pick<Env, "databaseUrl" | "databasePoolMax" | "dataDir">,
): Promise<Database> {
  if (settings.databaseUrl) return onPool("postgresql", createPool(settings.databaseUrl, settings.databasePoolMax));
  const embedded = await openEmbedded(settings.dataDir);
  return embeddedDatabase(embedded, () => embedded.close());
}

/** A database on an embedded server that is open already. */
export function embeddedDatabase(server: EmbeddedServer, closeServer: () => Promise<void>): Database {
  const pool = listened(
    new pg.Pool({
      ...SHARED,
      stream: () => new EmbeddedConnection(server),
      // There is one session, so transactions queue for it.
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      // Given, because pg would take them from PGUSER and the like.
      host: "embedded",
      user: "postgres",
      database: "postgres",
      ssl: false,
    }),
  );
  return onPool("embedded", pool, closeServer);
}

/** A pool on a PostgreSQL server; parameters of the address win over those set here. */
export function createPool(databaseUrl: string, max: number): pg.Pool {
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
      // As on the embedded database: what a cast from timestamptz gives must not depend on the server's setting.
      options: "-c timezone=UTC",
    }),
  );
}

function onPool(engine: Database["engine"], pool: pg.Pool, closeServer?: () => Promise<void>): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  const close = async () => {
    try {
      // Not `db.destroy()`: it leaves a pool open that no Kysely query has used yet.
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
  // An idle connection ended: the pool has dropped it already, and without a listener Node would end the process.
  pool.on("error", () => {});
  return pool;
}

// ── Statements prepared once a connection ──

const MAX_NAMED = 500;
const MAX_SEEN = 5000;
const UNPREPARED = "/* unprepared */";

/** SQL text → its statement name; null: seen once, so perhaps one of a kind. */
const names = new Map<string, string | null>();
let named = 0;

/**
 * The name under which a text is prepared. Only from its second use, and for the first 500 such texts: every name
 * takes memory in each connection, and texts with lists of varying length would use them up. Made from the text, so
 * that poolers between us and the server may share statements.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (text.startsWith(UNPREPARED) || named >= MAX_NAMED) return undefined;
  if (known === undefined) {
    if (names.size >= MAX_SEEN) for (const [seen, name] of names) if (name === null) names.delete(seen);
    names.set(text, null);
    return undefined;
  }
  return rename(text, "");
}

function rename(text: string, salt: string): string {
  const name = `sampan_${createHash("sha1").update(salt).update(text).digest("base64url")}`;
  if (!names.get(text)) named++;
  names.set(text, name);
  return name;
}

/** A migration changed what a prepared `select *` gives; PostgreSQL refuses it for as long as the connection lives. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}

class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a client is idle: a connection that ends between two queries of a transaction would
    // end the process. The next query reports it.
    this.on("error", () => {});
  }

  // `never` because it alone fits every overload of what is overridden.
  override query(...args: unknown[]): never {
    const send = super.query as (...args: unknown[]) => unknown;
    const [text, values, callback] = args;
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 && statementName(text);
    if (!name) return send.apply(this, args) as never;
    if (callback) return send.call(this, { name, text, values }, callback) as never;
    const isAlone = this.getTransactionStatus() !== "T";
    return (send.call(this, { name, text, values }) as Promise<unknown>).catch((error) => {
      if (!isStalePlan(error)) throw error;
      rename(text, `${name} is stale`);
      // It did nothing yet; but inside a transaction nothing can follow it.
      if (!isAlone) throw error;
      return send.call(this, { text, values });
    }) as never;
  }
}

// ── Values ──

const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;

/** As `pg` has it (int8 and numeric are strings, timestamptz is a Date), but a date is a day, not a moment. */
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
  // Ended by the administrator, by a crash; starting or stopping; too many connections.
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
 * Whether the database cannot be reached (as against: refused what it was asked), so that asking later may help.
 * Not `DataFolderInUseError` nor an embedded database that cannot be opened at all: those end the start.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && (UNREACHABLE_CODES.has(code) || /^08...$/.test(code))) return true;
  // A unix socket that is not there.
  if (code === "ENOENT" && syscall === "connect") return true;
  if (UNREACHABLE_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  return error instanceof AggregateError && error.errors.some(isConnectionError);
}
