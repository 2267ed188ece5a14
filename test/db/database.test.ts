// @module-tag engine
import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, describe, expect, inject, it, vi } from "vitest";
import {
  createPool,
  type Database,
  database,
  forgetStatements,
  isConnectionError,
  openDatabase,
  openDatabaseWith,
} from "@/server/db/database";
import { openEmbedded } from "@/server/db/embedded";
import { engine, productDatabase, testDatabaseUrl } from "../database";
import { openToOthers } from "./open-to-others";

const onPostgresql = describe.skipIf(engine !== "postgresql");
const onEmbedded = describe.skipIf(engine !== "embedded");

async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await (await database()).pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}

async function preparedTexts(client: pg.PoolClient): Promise<string[]> {
  return (await client.query("select statement from pg_prepared_statements")).rows.map((row) => row.statement);
}

describe("statements", () => {
  it("are prepared once a connection, from a text's second use", async () => {
    await withClient(async (client) => {
      const text = "select $1::int + 1 as next";
      await client.query(text, [1]);
      expect(await preparedTexts(client)).not.toContain(text);
      for (const n of [2, 3, 4]) expect((await client.query(text, [n])).rows).toEqual([{ next: n + 1 }]);
      expect((await preparedTexts(client)).filter((one) => one === text)).toHaveLength(1);
    });
  });

  it("of Kysely and of pool.query are prepared too", async () => {
    const { db, pool } = await database();
    for (const n of [1, 2]) await sql`select ${n}::int * 2 as double`.execute(db);
    for (const n of [1, 2]) await pool.query("select $1::int * 3 as triple", [n]);
    await new Promise<void>((resolve, reject) =>
      pool.query("select $1::int * 3 as triple", [3], (error, result) => {
        expect(result.rows).toEqual([{ triple: 9 }]);
        error ? reject(error) : resolve();
      }),
    );
    const texts = await withClient(preparedTexts);
    expect(texts).toEqual(expect.arrayContaining(["select $1::int * 2 as double", "select $1::int * 3 as triple"]));
  });

  it("are not prepared without parameters or where they ask not to be", async () => {
    await withClient(async (client) => {
      const before = await preparedTexts(client);
      for (const n of [1, 2, 3]) {
        await client.query("/* unprepared */ select $1::int", [n]);
        await client.query("select 1");
      }
      expect(await preparedTexts(client)).toEqual(before);
    });
  });

  it("are prepared again when a migration changed what they give", async () => {
    await withClient(async (client) => {
      const text = "select * from stale_plans where a = $1";
      await client.query("create table stale_plans (a int)");
      try {
        await client.query("insert into stale_plans values (1)");
        for (const _ of "123") expect((await client.query(text, [1])).rows).toEqual([{ a: 1 }]);
        await client.query("alter table stale_plans add column b int default 2");
        expect((await client.query(text, [1])).rows).toEqual([{ a: 1, b: 2 }]);
        expect((await client.query(text, [1])).rows).toEqual([{ a: 1, b: 2 }]);

        await client.query("alter table stale_plans add column c int default 3");
        await client.query("begin");
        await expect(client.query(text, [1])).rejects.toThrow("cached plan must not change result type");
        await client.query("rollback");
        await client.query("begin");
        expect((await client.query(text, [1])).rows).toEqual([{ a: 1, b: 2, c: 3 }]);
        await client.query("commit");
      } finally {
        await client.query("drop table stale_plans");
      }
    });
  });

  it("that fail say why, as PostgreSQL does, and leave the connection usable", async () => {
    await withClient(async (client) => {
      for (const _ of "123") {
        await expect(client.query("select 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
        await expect(client.query("select nothing from $1", [0])).rejects.toBeInstanceOf(pg.DatabaseError);
      }
      expect((await client.query("select 1 / $1::int as one", [1])).rows).toEqual([{ one: 1 }]);
    });
  });
});

describe("answers", () => {
  it("arrive complete, wherever the network cuts them", async () => {
    const { pool } = await database();
    // Answers are sent in pieces of 8 KiB: so many lengths meet every place where they can be cut.
    for (let length = 8050; length < 8250; length++) {
      const { rows } = await pool.query({ text: "select repeat('x', $1::int) as text", values: [length] });
      expect(rows[0].text).toHaveLength(length);
    }
  });
});

describe("values", () => {
  it("keep every digit, and days stay days", async () => {
    const { pool } = await database();
    const text = `select 9007199254740993::int8 as big, 12.50::numeric as amount, '2026-02-28'::date as day,
      array['2026-02-28', '0044-03-15'::date] as days, '2026-02-28 12:00:00+08'::timestamptz as moment,
      '{"a": [1]}'::jsonb as json, $1::text[] as texts, true as yes, 7::int4 as small`;
    for (const _ of "12") {
      expect((await pool.query(text, [["王明", 'a"b,c']])).rows).toEqual([
        {
          big: "9007199254740993",
          amount: "12.50",
          day: "2026-02-28",
          days: ["2026-02-28", "0044-03-15"],
          moment: new Date("2026-02-28T04:00:00Z"),
          json: { a: [1] },
          texts: ["王明", 'a"b,c'],
          yes: true,
          small: 7,
        },
      ]);
    }
    expect(pg.types.getTypeParser(1082)("2026-02-28"), "the parsers of other users of pg").toBeInstanceOf(Date);
  });

  it("are cast by UTC on both engines", async () => {
    const { rows } = await (await database()).pool.query("select '2026-01-01 00:00+08'::timestamptz::date as day");
    expect(rows).toEqual([{ day: "2025-12-31" }]);
  });
});

describe("a connection given back in the middle of a transaction", () => {
  it.each([true, false])("leaves nothing behind for the next one (failed before: %s)", async (isFailed) => {
    const { pool } = await database();
    const client = await pool.connect();
    await client.query("begin");
    await client.query("create table left_behind (a int)");
    if (isFailed) await expect(client.query("select 1 / 0")).rejects.toThrow();
    client.release(true);
    const { rows } = await pool.query("select to_regclass('left_behind') as it where $1::int = 1", [1]);
    expect(rows).toEqual([{ it: null }]);
  });
});

describe("database()", () => {
  afterAll(() => openDatabaseWith(productDatabase));
  const fake = (close = async () => {}) => ({ engine, close }) as unknown as Database;

  it("opens once, also for many at once", async () => {
    const open = vi.fn(async () => fake());
    openDatabaseWith(open);
    expect(open).not.toHaveBeenCalled();
    const [one, two] = await Promise.all([database(), database()]);
    expect(one).toBe(two);
    expect(await database()).toBe(one);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("forgets a failed opening", async () => {
    const open = vi.fn(async () => fake()).mockRejectedValueOnce(new Error("not yet"));
    openDatabaseWith(open);
    await expect(Promise.all([database(), database()])).rejects.toThrow("not yet");
    expect((await database()).engine).toBe(engine);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it("opens again after close", async () => {
    const close = vi.fn(async () => {});
    const open = vi.fn(async () => fake(close));
    openDatabaseWith(open);
    const first = await database();
    await first.close();
    expect(close).toHaveBeenCalledTimes(1);
    expect(await database()).not.toBe(first);
    await first.close();
    expect(open).toHaveBeenCalledTimes(2);
  });
});

onPostgresql("PostgreSQL", () => {
  const open = () => openDatabase({ databaseUrl: testDatabaseUrl, databasePoolMax: 2, dataDir: "" });
  const terminate = async (pid: number) => {
    const { pool } = await database();
    await pool.query("select pg_terminate_backend($1, 5000)", [pid]);
  };

  it("gives each connection its limits and name", async () => {
    const { rows } = await (await database()).pool.query(
      `select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
    );
    expect(rows).toEqual([{ statement: "30s", idle: "1min", name: "sampan" }]);
  });

  it("survives a connection that ends while idle, in a transaction or in a query", async () => {
    const own = await open();
    const pid = async (client: pg.Pool | pg.PoolClient): Promise<number> =>
      (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
    await terminate(await pid(own.pool));
    expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);

    const inTransaction = await own.db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await terminate(rows[0]?.pid ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await sql`select 1`.execute(trx);
      })
      .catch((error: unknown) => error);
    expect(isConnectionError(inTransaction), String(inTransaction)).toBe(true);

    const client = await own.pool.connect();
    const victim = await pid(client);
    const sleeping = client.query("select pg_sleep(10)").catch((error: unknown) => error);
    await terminate(victim);
    expect(isConnectionError(await sleeping)).toBe(true);
    client.release();
    // The query may fail before its connection is known to have ended, which the pool must know to open another.
    await expect.poll(() => own.pool.totalCount).toBe(0);
    expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await own.close();
    await own.close();
  });

  it("prepares 1,000 texts and no more", async () => {
    forgetStatements();
    const pool = createPool(testDatabaseUrl ?? "", 1);
    for (let n = 0; n < 1020; n++) for (const _ of "12") await pool.query(`select $1::int + ${n}`, [1]);
    const { rows } = await pool.query("select count(*)::int as count from pg_prepared_statements");
    expect(rows).toEqual([{ count: 1000 }]);
    await pool.end();
  });
});

onEmbedded("the embedded database", () => {
  const folders: string[] = [];
  const newFolder = () => {
    // In memory where possible: a disk takes long to sync a thousand files, which does not matter here.
    const parent = existsSync("/dev/shm") ? "/dev/shm" : inject("testFolder");
    const folder = mkdtempSync(join(parent, "sampan-embedded-"));
    folders.push(folder);
    return folder;
  };
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it("lets the rest of the process run between queries", async () => {
    const { pool } = await database();
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let n = 0; n < 300; n++) await pool.query("select $1::int", [n]);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(300);
  });

  it("keeps what was committed when its engine dies or the process ends, and has one owner at a time", async () => {
    const dataDir = newFolder();
    const settings = { databaseUrl: undefined, databasePoolMax: 1, dataDir };
    const first = await openDatabase(settings);
    await first.pool.query("create table kept (a int)");
    await first.pool.query("insert into kept values (1)");
    expect(openToOthers(dataDir)).toEqual([]);
    const refused = await openDatabase(settings).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "DataFolderInUseError", pid: process.pid });
    expect(isConnectionError(refused)).toBe(false);

    const broken = vi.spyOn(fs, "fsyncSync").mockImplementation(() => {
      throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
    });
    const panic = await first.db
      .transaction()
      .execute((trx) => sql`insert into kept values (2)`.execute(trx))
      .catch((error: unknown) => error);
    expect(broken).toHaveBeenCalled();
    expect(isConnectionError(panic), String(panic)).toBe(true);
    broken.mockRestore();
    await first.pool.query("delete from kept where a = 2");
    expect((await first.pool.query("select a from kept")).rows).toEqual([{ a: 1 }]);
    await first.close();

    const own = await openDatabase(settings);
    expect((await own.pool.query("select a from kept")).rows).toEqual([{ a: 1 }]);
    expect((await own.pool.query("show fsync")).rows).toEqual([{ fsync: "on" }]);
    await own.close();
    await own.close();
    expect(readdirSync(dataDir).sort()).toEqual(["database", "database.lock"]);
    expect(readdirSync(join(dataDir, "database.lock"))).toEqual([]);
  });

  it("begins no database on a disk that has no room for it (contract §2.1)", async () => {
    const dataDir = newFolder();
    const full = vi.spyOn(fs, "statfsSync").mockReturnValue({ ...fs.statfsSync(dataDir), bavail: 5120, bsize: 4096 });
    const error = await openEmbedded(dataDir).catch((error: unknown) => error);
    full.mockRestore();
    expect(String(error)).toMatch(
      /cannot be opened: its disk has 20 MB free, and a new database takes 64 MB: make room/,
    );
    expect(isConnectionError(error)).toBe(false);
    expect(readdirSync(dataDir)).toEqual(["database.lock"]);
  });

  it("touches no folder that holds something else", async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database/letter.txt"), "dear");
    const error = await openEmbedded(dataDir).catch((error: unknown) => error);
    expect(String(error)).toContain(`The database in ${dataDir}/database cannot be opened: it holds files but no`);
    expect(isConnectionError(error)).toBe(false);
    expect(readdirSync(join(dataDir, "database"))).toEqual(["letter.txt"]);
    expect(readdirSync(join(dataDir, "database.lock"))).toEqual([]);
  });
});
