import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, type Migration, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, isConnectionError, openDatabase } from "@/server/db/database";
import { MigrationError, migrate, pendingMigrations } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import { emptyDatabase, engine } from "../database";

const onPostgresql = describe.skipIf(engine !== "postgresql");

const running = (statement: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(statement).execute(db);
  },
});
const FIRST = { "0001-first": running("create table first (a int)") };
const SECOND = { ...FIRST, "0002-second": running("create table second (a int)") };

let own: Database & { url?: string };

beforeAll(async () => {
  own = await emptyDatabase();
});

beforeEach(() => own.pool.query("drop schema public cascade; create schema public"));

afterAll(() => own.close());

async function tables(): Promise<string[]> {
  const { rows } = await own.pool.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
  );
  return rows.map((row) => row.tablename);
}

describe("migrate", () => {
  it("brings an empty database to the newest schema, once", async () => {
    const all = Object.keys(migrations).sort();
    expect(await pendingMigrations(own)).toEqual(all);
    expect(await migrate(own)).toEqual(all);
    expect(await pendingMigrations(own)).toEqual([]);
    expect(await migrate(own)).toEqual([]);
  });

  it("runs what is new only", async () => {
    expect(await migrate(own, FIRST)).toEqual(["0001-first"]);
    expect(await pendingMigrations(own, SECOND)).toEqual(["0002-second"]);
    expect(await migrate(own, SECOND)).toEqual(["0002-second"]);
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("refuses a database that a newer build has migrated", async () => {
    await migrate(own, SECOND);
    for (const known of [FIRST, {}, { ...FIRST, "0003-third": running("create table third (a int)") }]) {
      const error = await migrate(own, known).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(MigrationError);
      expect(String(error)).toContain("newer Sampan: it has");
      expect(String(error)).toContain("0002-second, which this build does not know");
    }
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("refuses a migration that was put before one that has run", async () => {
    await migrate(own, SECOND);
    const known = { ...SECOND, "0001-late": running("create table late (a int)") };
    await expect(migrate(own, known)).rejects.toThrow("has 0002-second but not 0001-late");
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("changes nothing when one fails, and says which", async () => {
    const broken = { ...SECOND, "0003-broken": running("create table broken (a nonsense)") };
    const error = await migrate(own, broken).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(MigrationError);
    expect((error as Error).message).toBe(
      'Migration 0003-broken failed, nothing was changed: type "nonsense" does not exist',
    );
    expect((error as Error).cause).toMatchObject({ code: "42704" });
    expect(await tables()).toEqual([]);
    expect(await migrate(own, SECOND)).toEqual(["0001-first", "0002-second"]);
  });

  it("does not mind that the clock of another machine was ahead", async () => {
    await migrate(own, SECOND);
    await own.pool.query(
      "update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z' where name = '0001-first'",
    );
    const known = { ...SECOND, "0003-third": running("create table third (a int)") };
    expect(await migrate(own, known)).toEqual(["0003-third"]);
    expect(await migrate(own, known)).toEqual([]);
  });
});

onPostgresql("migrate on PostgreSQL", () => {
  it("runs each migration once when processes start together", async () => {
    const child = join(import.meta.dirname, "migrate-database.ts");
    const start = () =>
      promisify(execFile)(process.execPath, ["--import", "tsx", child, own.url ?? ""], {
        cwd: join(import.meta.dirname, "../.."),
      });
    const ran = await Promise.all(Array.from({ length: 3 }, start));
    const names = ran.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(names.sort()).toEqual(Object.keys(migrations).sort());
    expect(await pendingMigrations(own)).toEqual([]);
  }, 60_000);

  it("lets one work while many wait, for longer than a query may take", async () => {
    const settings = { databaseUrl: `${own.url}?statement_timeout=100`, databasePoolMax: 3, dataDir: "" };
    const known: Record<string, Migration> = {};
    for (const round of [1, 2, 3]) {
      known[`000${round}-slow`] = running(`create table slow_${round} (a int); select pg_sleep(0.3)`);
      const instances = await Promise.all(Array.from({ length: 8 }, () => openDatabase(settings)));
      const ran = await Promise.all(instances.map((instance) => migrate(instance, known)));
      expect(ran.filter((names) => names.length > 0)).toEqual([[`000${round}-slow`]]);
      await expect(instances[0]?.pool.query("select pg_sleep(1)")).rejects.toMatchObject({ code: "57014" });
      await Promise.all(instances.map((instance) => instance.close()));
    }
  }, 60_000);

  it("leaves an unreachable server recognisable", async () => {
    const nowhere = await openDatabase({ databaseUrl: "postgres://a@127.0.0.1:1/a", databasePoolMax: 1, dataDir: "" });
    await expect(migrate(nowhere)).rejects.toSatisfy(isConnectionError);
    await nowhere.close();
  });
});
