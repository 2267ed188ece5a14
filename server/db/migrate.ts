/**
 * Owns the state of the schema: brings a database to the one that this build knows, and never back.
 * The steps themselves are in `migrations/`.
 */
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { type Database, isConnectionError } from "./database";
import { migrations } from "./migrations";

/** The schema could not be brought to what this build needs; the message says why and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

type Known = Readonly<Record<string, Migration>>;

/**
 * Runs the migrations that the database has not had, all in one transaction, and returns their names. Several
 * processes may do so at once: one works, the others wait for it.
 * Throws `MigrationError` when one fails or the database is not one that this build can serve.
 */
export async function migrate({ db }: Pick<Database, "db">, known: Known = migrations): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for another instance, or building an index on a large table, may take longer than a query may.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await migrateOn(connection, known);
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => {});
    }
  });
}

/** The names of the migrations that this build knows and the database has not had. */
export async function pendingMigrations({ db }: Pick<Database, "db">, known: Known = migrations): Promise<string[]> {
  const applied = await appliedMigrations(db);
  return Object.keys(known)
    .filter((name) => !applied.includes(name))
    .sort();
}

async function migrateOn<T>(db: Kysely<T>, known: Known): Promise<string[]> {
  refuseForeign(await appliedMigrations(db), known);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    // Kysely judges the order by when each ran, which two machines' clocks can turn around; `refuseForeign` goes by name.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (isConnectionError(error)) throw error;
  if (error) {
    // A newer instance may have been faster while this one waited.
    refuseForeign(await appliedMigrations(db), known);
    const failed = results.find(({ status }) => status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(
      failed
        ? `Migration ${failed} failed, nothing was changed: ${reason}`
        : `The database was not migrated: ${reason}`,
      { cause: error },
    );
  }
  return results.map(({ migrationName }) => migrationName);
}

async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

function refuseForeign(applied: readonly string[], known: Known): void {
  const unknown = applied.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was made by a newer Sampan: it has ${unknown.join(", ")}, which this build does not know. ` +
        "Run that version or a later one; nothing was changed.",
    );
  }
  const last = applied.at(-1) ?? "";
  const late = Object.keys(known).filter((name) => !applied.includes(name) && name < last);
  if (late.length > 0) {
    throw new MigrationError(
      `The database has ${last} but not ${late.join(", ")}, which comes before it: a migration was added out of order. ` +
        "Give it a later name; nothing was changed.",
    );
  }
}
