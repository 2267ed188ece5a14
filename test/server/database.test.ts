import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, describe, expect, inject, it, vi } from "vitest";
import {
  createPool,
  type Database,
  database,
  isConnectionError,
  openDatabase,
  openDatabaseWith,
} from "@/server/db/database";
import { openEmbedded } from "@/server/db/embedded";
import { engine, testDatabase, testDatabaseUrl } from "../database";

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

  it("stay unprepared without parameters or where they say so", async () => {
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
  it("come whole wherever they are cut on the way", async () => {
    const { pool } = await database();
    // Answers are sent in pieces of 8 KiB: among so many lengths each place to cut them is met.
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
  afterAll(() => openDatabaseWith(testDatabase));
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

describe("isConnectionError", () => {
  const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

  it.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "ETIMEDOUT",
    "EAI_AGAIN",
    "57P01",
    "57P02",
    "57P03",
    "53300",
    "08006",
    "08P01",
  ])("knows %s", (code) => expect(isConnectionError(withCode(code))).toBe(true));

  it("does not take a refusal of the database, or anything else, for one", () => {
    for (const code of ["23505", "57014", "40001", "25P02", "53100", "22P02", "42P01", "ENOENT", "EACCES", "0800"]) {
      expect(isConnectionError(withCode(code)), code).toBe(false);
    }
    for (const other of [null, undefined, "ECONNREFUSED", { code: "ECONNREFUSED" }, new TypeError("x is undefined")]) {
      expect(isConnectionError(other)).toBe(false);
    }
  });

  it("looks into the errors of several addresses", () => {
    expect(isConnectionError(new AggregateError([withCode("EACCES"), withCode("ECONNREFUSED")]))).toBe(true);
    expect(isConnectionError(new AggregateError([withCode("EACCES")]))).toBe(false);
  });

  it("knows what a pool says when the server cannot be reached", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as { port: number };
    const reason = async (pool: pg.Pool) => {
      const error = await pool.query("select 1").catch((error: unknown) => error);
      await pool.end();
      return error;
    };
    const hungUp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => hungUp.once("listening", resolve));
    const timed = createPool(`postgres://a@127.0.0.1:${port}/a`, 1);
    timed.options.connectionTimeoutMillis = 50;
    for (const pool of [
      createPool("postgres://a@127.0.0.1:1/a", 1),
      createPool("postgres://a@localhost:1/a", 1),
      createPool("postgres://a@nowhere.invalid/a", 1),
      createPool(`postgres:///a?host=${join(inject("testFolder"), "no-socket")}`, 1),
      createPool(`postgres://a@127.0.0.1:${(hungUp.address() as { port: number }).port}/a`, 1),
      timed,
    ]) {
      const error = await reason(pool);
      expect(isConnectionError(error), String(error)).toBe(true);
    }
    silent.close();
    hungUp.close();
  });

  it("knows a pool that is exhausted, and one that is closed", async () => {
    const { pool } = await database();
    const settings = pool.options as { connectionTimeoutMillis: number };
    const usual = settings.connectionTimeoutMillis;
    settings.connectionTimeoutMillis = 50;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const waited = await pool.query("select 1").catch((error: unknown) => error);
    for (const client of clients) client.release();
    settings.connectionTimeoutMillis = usual;
    expect(isConnectionError(waited), String(waited)).toBe(true);

    const closed = createPool("postgres://a@127.0.0.1:1/a", 1);
    await closed.end();
    expect(isConnectionError(await closed.query("select 1").catch((error: unknown) => error))).toBe(true);
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
    expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await own.close();
    await own.close();
  });

  it("names 500 texts and no more", async () => {
    vi.resetModules();
    const fresh = await import("@/server/db/database");
    const pool = fresh.createPool(testDatabaseUrl ?? "", 1);
    for (let n = 0; n < 520; n++) for (const _ of "12") await pool.query(`select $1::int + ${n}`, [1]);
    const { rows } = await pool.query("select count(*)::int as count from pg_prepared_statements");
    expect(rows).toEqual([{ count: 500 }]);
    await pool.end();
  });
});

onEmbedded("the embedded database", () => {
  const folders: string[] = [];
  const newFolder = () => {
    // In memory where that can be: here it does not matter that syncing a thousand files takes a disk its time.
    const parent = existsSync("/dev/shm") ? "/dev/shm" : inject("testFolder");
    const folder = mkdtempSync(join(parent, "sampan-embedded-"));
    folders.push(folder);
    return folder;
  };
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it("lets the rest of the process have its turn between queries", async () => {
    const { pool } = await database();
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    for (let n = 0; n < 300; n++) await pool.query("select $1::int", [n]);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(10);
  });

  it("keeps what was committed when its engine dies or the process ends, for one owner at a time", async () => {
    const dataDir = newFolder();
    const settings = { databaseUrl: undefined, databasePoolMax: 1, dataDir };
    const first = await openDatabase(settings);
    await first.pool.query("create table kept (a int)");
    await first.pool.query("insert into kept values (1)");
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
  }, 60_000);

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
