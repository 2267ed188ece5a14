/** Makes the migrated databases that test workers copy: once for each state of the schema, by the first worker that needs it. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { type Database, embeddedDatabase, openDatabase } from "@/server/db/database";
import { INITDB_PARAMETERS } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { plantTwins } from "./twins";

/** What every worker starts from. */
export type Templates =
  | { engine: "embedded"; empty: string; migrated: string }
  | { engine: "postgresql"; adminUrl: string; migrated: string; prefix: string };

const ROOT = join(import.meta.dirname, "..");
const KEPT_MS = 3 * 86_400_000;

/** Dumps of PGlite in `folder`: one without tables and one migrated. */
export async function embeddedTemplates(folder: string): Promise<Templates> {
  await mkdir(folder, { recursive: true });
  const version = JSON.parse(
    await readFile(join(ROOT, "node_modules/@electric-sql/pglite/package.json"), "utf8"),
  ).version;
  const empty = join(folder, `empty-${version}.tar`);
  const migrated = join(folder, `migrated-${version}-${await schemaHash()}.tar`);
  if (!existsSync(empty)) await dump({ initDbStartParams: INITDB_PARAMETERS }, empty);
  if (!existsSync(migrated)) {
    const loadDataDir = new Blob([await readFile(empty)]);
    await dump({ loadDataDir }, migrated, prepare);
  }
  const now = new Date();
  for (const file of [empty, migrated]) await utimes(file, now, now);
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > KEPT_MS) await rm(file, { recursive: true, force: true });
  }
  return { engine: "embedded", empty, migrated };
}

/** A template database on the server of `adminUrl`; the run's own databases have names that begin with `prefix`. */
export async function postgresqlTemplates(adminUrl: string, run: string): Promise<Templates> {
  const migrated = `sampan_template_${await schemaHash()}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // Several runs may share a server.
    await admin.query("select pg_advisory_lock(hashtext('sampan_template'))");
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [migrated]);
    if (!rowCount) {
      const draft = `sampan_template_draft_${run}`;
      await admin.query(`create database ${draft}`);
      const database = await openDatabase({
        databaseUrl: withDatabase(adminUrl, draft),
        databasePoolMax: 1,
        dataDir: "",
      });
      await prepare(database).finally(database.close);
      await admin.query(`alter database ${draft} rename to ${migrated}`);
    }
  } finally {
    await admin.end();
  }
  return { engine: "postgresql", adminUrl, migrated, prefix: `sampan_test_${run}_` };
}

/** Drops the databases of a run. */
export async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query("select datname from pg_database where starts_with(datname, $1)", [prefix]);
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await admin.end();
  }
}

/** The address of another database on the same server. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await plantTwins(database.db);
}

async function dump(
  options: ConstructorParameters<typeof PGlite>[0],
  file: string,
  prepare?: (database: Database) => Promise<unknown>,
): Promise<void> {
  const pglite = await PGlite.create({ ...(options as object) });
  await prepare?.(embeddedDatabase({ pglite: async () => pglite, broke: () => {} }, async () => {}));
  const blob = await pglite.dumpDataDir("none");
  await pglite.close();
  const draft = `${file}.${process.pid}-${randomBytes(3).toString("hex")}`;
  await writeFile(draft, Buffer.from(await blob.arrayBuffer()));
  await rename(draft, file);
}

/** Of what templates are made of: migrations, the rows that they insert, and the twins. */
async function schemaHash(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(join(import.meta.dirname, "twins.ts")));
  for (const folder of ["server/db/migrations", "server/db/sample"]) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(`${file.slice(ROOT.length)}\0`).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}
