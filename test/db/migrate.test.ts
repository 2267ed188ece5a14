// @module-tag engine
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, isConnectionError, openDatabase } from "@/server/db/database";
import { MigrationError, migrate, pendingMigrations } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import type { Step } from "@/server/db/migrations/step";
import { emptyDatabase, engine } from "../database";
import { programOf } from "../programs";

const onPostgresql = describe.skipIf(engine !== "postgresql");

const running = (statement: string, breaks = false): Step => ({
  breaks,
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
  it("builds no two indexes of one name, of which the second would be none", () => {
    const names = Object.values<Step>(migrations).flatMap((step) =>
      step.indexes ? Object.entries(step.indexes).flatMap(([name, on]) => (on === null ? [] : [name])) : [],
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("brings an empty database to the newest schema, once", async () => {
    const all = Object.keys(migrations).sort();
    expect(await pendingMigrations(own)).toEqual(all);
    expect(await migrate(own)).toEqual(all);
    expect(await pendingMigrations(own)).toEqual([]);
    expect(await migrate(own)).toEqual([]);
  });

  it("keeps what the previous version noted about orders that were packed short, and knows what was collected", async () => {
    const before = Object.entries(migrations).filter(([name]) => name < "0021");
    await migrate(own, Object.fromEntries(before));
    const order = (
      id: number,
      status: string,
    ) => `(1, 'testing', ${id}, 'local', '${status}', 'LOCAL_DOOR', 1, 1, 'ACTUAL', '[]',
      '{}', '{}', 'A', 'HK', '{}', '{}', '', '{}', now(), now(), timestamptz '2026-10-10 12:00+08')`;
    const packed = (id: number, status: string) =>
      `(1, 'testing', ${id}, '${status}', 'LOCAL_DOOR', '2026-10-09', 'PU1', now(), now())`;
    const ids = [1, 2, 3];
    for (const statement of [
      "insert into accounts (id, name) overriding system value values (1, 'Tea')",
      `insert into orders (account_id, environment, id, ship_type, status, shipping_provider, quote_price, chargeable_weight,
        weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country, shipment, options, search_text,
        search, created_at, updated_at, moved_at)
        values ${order(1, "READY_TO_SHIP")}, ${order(2, "DELIVERED")}, ${order(3, "CANCELLED")}`,
      `insert into pick_pack_orders (account_id, environment, order_id, status, shipping_provider, pickup_date, pickup_number,
        requested_at, updated_at)
        values ${packed(1, "PICKPACK_READY_TO_SHIPMENT")}, ${packed(2, "PICKPACK_READY_TO_SHIPMENT")}, ${packed(3, "PICKPACK_CANCELLED")}`,
      `insert into order_parcels (account_id, environment, order_id, position, act_weight)
        values ${ids.map((id) => `(1, 'testing', ${id}, 1, 1)`)}`,
      `insert into order_items (account_id, environment, order_id, parcel, position, description, qty, unit_value, sku)
        values ${ids.map((id) => `(1, 'testing', ${id}, 1, 1, 'Tea', 5, 1, 'T')`)}`,
      `insert into pick_pack_scans (account_id, environment, order_id, scan_id, kind, parcel, position, qty, reason, actor, undone_at)
        select 1, 'testing', id, kind, 'SHORT', 1, 1, 2, 'OTHERS', 'person:1', case kind when 'undone' then now() end
        from unnest(array[1, 2, 3]) id, unnest(array['one', 'undone']) kind`,
    ])
      await own.pool.query(statement);
    await migrate(own);
    const { rows } = await own.pool.query(`
      select i.order_id, i.short_qty, p.collected_at from order_items i
      join pick_pack_orders p on p.order_id = i.order_id order by 1`);
    expect(rows).toEqual([
      { order_id: "1", short_qty: "2", collected_at: null },
      { order_id: "2", short_qty: "2", collected_at: new Date("2026-10-10T04:00:00Z") },
      { order_id: "3", short_qty: "0", collected_at: null },
    ]);
  });

  it("keeps of two spellings of a pickup point's code the one that is open, in capitals", async () => {
    await migrate(own, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0074")));
    const point = (code: string, name: string, status: string) =>
      `('P', '${code}', 'LOCKER', '${name}', 'N', 'Street', 'Street', 'R', 'R', 'D', 'D', 'H', 20, '${status}')`;
    for (const statement of [
      "alter table pickup_points drop constraint pickup_points_provider_fkey",
      `insert into pickup_points (provider, delivery_code, point_type, name_en, name_zh, address_en, address_zh, region_en,
        region_zh, district_en, district_zh, opening_hours, max_weight, status)
        values ${[
          ...[point("A-1", "closed", "CLOSED"), point("a-1", "open", "ACTIVE"), point("b-1", "alone", "SUSPENDED")],
          ...[point("C-1", "first", "ACTIVE"), point("c-1", "second", "ACTIVE")],
        ]}`,
    ])
      await own.pool.query(statement);
    await migrate(own);
    const { rows } = await own.pool.query(
      "select delivery_code, name_en from pickup_points where provider = 'P' order by 1",
    );
    expect(rows).toEqual([
      { delivery_code: "A-1", name_en: "open" },
      { delivery_code: "B-1", name_en: "alone" },
      { delivery_code: "C-1", name_en: "first" },
    ]);
  });

  it("runs what is new only", async () => {
    expect(await migrate(own, FIRST)).toEqual(["0001-first"]);
    expect(await pendingMigrations(own, SECOND)).toEqual(["0002-second"]);
    expect(await migrate(own, SECOND)).toEqual(["0002-second"]);
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("serves a database that a newer build has only added to", async () => {
    const third = { ...SECOND, "0003-third": { indexes: { second_a: "on second (a)" } } };
    await migrate(own, third);
    for (const known of [FIRST, SECOND]) {
      expect(await migrate(own, known)).toEqual([]);
      expect(await pendingMigrations(own, known)).toEqual([]);
    }
    const fifth = { ...third, "0004-fourth": running("drop table first", true), "0005-fifth": running("select 1") };
    await migrate(own, fifth);
    for (const known of [FIRST, SECOND, third])
      await expect(migrate(own, known)).rejects.toThrow("newer Sampan: it has ");
    const { "0005-fifth": _, ...fourth } = fifth;
    expect(await migrate(own, fourth)).toEqual([]);
  });

  it("refuses a database that a newer build has migrated where nothing says that this one may run on it", async () => {
    await migrate(own, SECOND);
    // As earlier versions left it.
    await own.pool.query("alter table kysely_migration drop column oldest_build");
    for (const known of [FIRST, {}, { ...FIRST, "0003-third": running("create table third (a int)") }]) {
      const error = await migrate(own, known).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(MigrationError);
      expect(String(error)).toContain("newer Sampan: it has");
      expect(String(error)).toContain("0002-second, which this build does not know");
    }
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("refuses a migration that was inserted before one that has run", async () => {
    await migrate(own, SECOND);
    const known = { ...SECOND, "0001-late": running("create table late (a int)") };
    await expect(migrate(own, known)).rejects.toThrow("has 0002-second but not 0001-late");
    expect(await tables()).toEqual(["first", "second"]);
  });

  it("builds an index again whose building was cut off", async () => {
    await migrate(own, SECOND);
    await own.pool.query("create index second_a on second (a)");
    await own.pool.query("update pg_index set indisvalid = false where indexrelid = 'second_a'::regclass");
    await migrate(own, { ...SECOND, "0003-third": { indexes: { second_a: "on second (a)" } } });
    const { rows } = await own.pool.query("select indisvalid from pg_index where indexrelid = 'second_a'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it("keeps nothing of one that fails, and says which", async () => {
    const broken = {
      ...SECOND,
      "0003-broken": running("create table broken (a int); create table broken_too (a nonsense)"),
    };
    const error = await migrate(own, broken).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(MigrationError);
    expect((error as Error).message).toBe(
      'Migration 0003-broken failed, nothing of it was kept: type "nonsense" does not exist',
    );
    expect((error as Error).cause).toMatchObject({ code: "42704" });
    expect(await tables()).toEqual(["first", "second"]);
    expect(await migrate(own, SECOND)).toEqual([]);
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
    const child = await programOf("test/db/migrate-database.ts");
    const start = () =>
      promisify(execFile)(process.execPath, [child, own.url ?? ""], {
        cwd: join(import.meta.dirname, "../.."),
      });
    const ran = await Promise.all(Array.from({ length: 3 }, start));
    const names = ran.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(names.sort()).toEqual(Object.keys(migrations).sort());
    expect(await pendingMigrations(own)).toEqual([]);
  });

  it("lets one work while many wait, for longer than a query may take", async () => {
    const settings = { databaseUrl: `${own.url}?statement_timeout=100`, databasePoolMax: 3, dataDir: "" };
    const known: Record<string, Step> = {};
    for (const round of [1, 2, 3]) {
      known[`000${round}-slow`] = running(`create table slow_${round} (a int); select pg_sleep(0.3)`);
      const instances = await Promise.all(Array.from({ length: 8 }, () => openDatabase(settings)));
      const ran = await Promise.all(instances.map((instance) => migrate(instance, known)));
      expect(ran.filter((names) => names.length > 0)).toEqual([[`000${round}-slow`]]);
      await expect(instances[0]?.pool.query("select pg_sleep(1)")).rejects.toMatchObject({ code: "57014" });
      await Promise.all(instances.map((instance) => instance.close()));
    }
  });

  it("lets others work on while a table that it changes is in use", async () => {
    await migrate(own, FIRST);
    const [reader, writer] = [await own.pool.connect(), await own.pool.connect()];
    await reader.query("begin; select from first");
    const migrated = migrate(own, { ...FIRST, "0002-second": running("alter table first add column b int") });
    const waiting = async () => {
      const { rows } = await writer.query("select from pg_locks where not granted and relation = 'first'::regclass");
      return rows.length > 0;
    };
    await expect.poll(waiting).toBe(true);
    // Every other statement waits behind it for the table, until it gives up for a moment.
    await writer.query("insert into first values (1)");
    await reader.query("commit");
    expect(await migrated).toEqual(["0002-second"]);
    reader.release();
    writer.release();
  });

  it("leaves an unreachable server recognisable", async () => {
    const nowhere = await openDatabase({ databaseUrl: "postgres://a@127.0.0.1:1/a", databasePoolMax: 1, dataDir: "" });
    await expect(migrate(nowhere)).rejects.toSatisfy(isConnectionError);
    await nowhere.close();
  });
});
