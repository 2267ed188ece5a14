// @module-tag engine
import { createServer } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { createPool, database, isConnectionError } from "@/server/db/database";

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

  it("does not count a refusal by the database, or anything else, as one", () => {
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

  it("knows the errors of a pool whose server cannot be reached", async () => {
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
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    settings.connectionTimeoutMillis = 50;
    const waited = await pool.query("select 1").catch((error: unknown) => error);
    for (const client of clients) client.release();
    settings.connectionTimeoutMillis = usual;
    expect(isConnectionError(waited), String(waited)).toBe(true);

    const closed = createPool("postgres://a@127.0.0.1:1/a", 1);
    await closed.end();
    expect(isConnectionError(await closed.query("select 1").catch((error: unknown) => error))).toBe(true);
  });
});
