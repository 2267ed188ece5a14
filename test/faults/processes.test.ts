import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localExample } from "@/lib/contracts/examples";
import { createAccount } from "@/server/accounts";
import { type Database, openDatabase } from "@/server/db/database";
import { readEnv } from "@/server/env";
import { createOrders, ensureBuild, isAlive, launch, type Served, serve, tokenFrom } from "./server";

const ADMIN_URL = process.env.TEST_DATABASE_URL;
const APP_SECRET = "several processes share one secret and one port";
const COUNT = 3;

if (!ADMIN_URL && process.env.CI) throw new Error("TEST_DATABASE_URL must name a PostgreSQL here");

/** The living children of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]) === parent && isAlive(pid)
        );
      } catch {
        return false;
      }
    });
}

/** Whether a process listens on the port: /proc names sockets by their inode. */
function listens(pid: number, port: number): boolean {
  const sockets = ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n"))
    .map((line) => line.trim().split(/ +/))
    .filter(([, local = "", , state]) => state === "0A" && Number.parseInt(local.split(":")[1] ?? "", 16) === port)
    .map((columns) => `socket:[${columns[9]}]`);
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return sockets.includes(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      return false;
    }
  });
}

describe.runIf(ADMIN_URL)("several processes of one start, on PostgreSQL", () => {
  const name = `processes_${process.pid}`;
  let server: Served;
  let database: Database;
  let token: string;

  async function maintain(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: ADMIN_URL });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  let dataDir: string;

  const parent = () => server.child.pid ?? 0;
  const grown = () =>
    vi.waitFor(() => expect(childrenOf(parent()).filter((pid) => listens(pid, server.port))).toHaveLength(COUNT), {
      timeout: 60_000,
      interval: 50,
    });
  const eventsSince = (since: string, waiting: number) =>
    fetch(`${server.url}/testing/v1/events?since=${since}&wait=${waiting}`, {
      headers: { authorization: `Bearer ${token}`, connection: "close" },
    }).then(async (answer) => (await answer.json()) as { data: unknown[] });

  const health = () =>
    fetch(`${server.url}/healthz`, { headers: { connection: "close" }, signal: AbortSignal.timeout(20_000) }).then(
      ({ status }) => status,
      (error) => String(error.cause?.code ?? error),
    );

  function environment() {
    const url = new URL(ADMIN_URL ?? "");
    url.pathname = `/${name}`;
    // The account made below ends the demonstration, after which a start of its own would listen on all addresses.
    return { DATABASE_URL: url.href, APP_SECRET, WEB_CONCURRENCY: String(COUNT), SEED_DEMO: "1" };
  }

  async function started(): Promise<void> {
    const env = environment();
    server = await serve({ dataDir, env });
    database ??= await openDatabase(readEnv(env));
    await grown();
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "sampan-processes-"));
    await ensureBuild();
    await maintain(`create database ${name}`);
    await started();
    const account = { name: "Three", email: "three@example.com", password: "correct horse battery" };
    const made = await createAccount(database.db, { ...account, rateMinute: 1_000_000, rateHour: 10_000_000 });
    token = await tokenFrom(server.url, made.credentials.testing);
  });

  afterAll(async () => {
    server?.child.kill("SIGKILL");
    await database?.close();
    await maintain(`drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("share the port, and a request that waits for an event at any of them gets it", async () => {
    const since = new Date().toISOString();
    // Each is a connection of its own, and they are shared out by turns.
    const polls = Array.from({ length: 2 * COUNT }, () => eventsSince(since, 15));
    await wait(500);
    const made = await fetch(`${server.url}/testing/v1/order/create`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(localExample),
    });
    expect(made.status).toBe(200);
    for (const { data } of await Promise.all(polls)) expect(data).toHaveLength(1);
  });

  it("know together that a proxy is not trusted, also one that replaces another, and log it once", async () => {
    const proxies = () =>
      Promise.all(
        Array.from({ length: 4 * COUNT }, async () => {
          const answer = await fetch(`${server.url}/readyz`, { headers: { connection: "close" } });
          return ((await answer.json()) as { proxy?: string }).proxy;
        }),
      );
    expect(new Set(await proxies())).toEqual(new Set([undefined]));
    await fetch(`${server.url}/healthz`, { headers: { connection: "close", "x-forwarded-for": "198.51.100.7" } });
    await expect.poll(async () => new Set(await proxies())).toEqual(new Set(["untrusted"]));
    const [killed = 0] = childrenOf(parent());
    process.kill(killed, "SIGKILL");
    await expect.poll(() => childrenOf(parent())).not.toContain(killed);
    await grown();
    await expect.poll(async () => new Set(await proxies())).toEqual(new Set(["untrusted"]));
    await fetch(`${server.url}/healthz`, { headers: { connection: "close", "x-forwarded-for": "198.51.100.7" } });
    expect(server.stdout().split("TRUSTED_PROXY")).toHaveLength(2);
  });

  it("replace one that was killed, and answer meanwhile", async () => {
    const [killed = 0] = childrenOf(parent());
    process.kill(killed, "SIGKILL");
    const answers = new Set<number | string>();
    for (let request = 0; request < 20; request++) answers.add(await health());
    // What the killed one had taken is cut off; no caller waits for ever.
    answers.delete("ECONNRESET");
    expect([...answers]).toEqual([200]);
    await vi.waitFor(() => expect(childrenOf(parent())).not.toContain(killed), { timeout: 10_000 });
    await grown();
    expect(await health()).toBe(200);
    expect(server.child.exitCode).toBeNull();
  });

  it("end together on SIGTERM, with the code of one that was asked to", async () => {
    const children = childrenOf(parent());
    server.child.kill("SIGTERM");
    expect(await server.exited).toEqual({ code: 143, signal: null });
    expect(children.filter(isAlive)).toEqual([]);
    expect(server.stderr()).toBe("");
  });

  it("listen once they can answer, so that a SIGTERM then refuses no request that was taken", async () => {
    server = await serve({ dataDir, env: environment() });
    // No more than one process's share of unfinished requests: what starts beside it may stop it for a second.
    const load = createOrders(server.url, token, 30, false);
    const listening = () => childrenOf(parent()).filter((pid) => listens(pid, server.port)).length;
    await vi.waitFor(() => expect(listening()).toBeGreaterThan(1), { timeout: 60_000, interval: 5 });
    server.child.kill("SIGTERM");
    expect(await server.exited).toEqual({ code: 143, signal: null });
    await load.over;
    expect(load.errors).toEqual({});
    expect(load.acknowledged.length).toBeGreaterThan(0);
  });

  it("leave none behind when the first is killed", async () => {
    await started();
    const children = childrenOf(parent());
    server.child.kill("SIGKILL");
    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 50 });
  });

  it("say once why they cannot start", async () => {
    await started();
    const env = { DATABASE_URL: `${ADMIN_URL}`, APP_SECRET, WEB_CONCURRENCY: String(COUNT) };
    const second = launch({ dataDir, port: server.port, env });
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toMatch(/^Sampan cannot start. Port \d+ is taken by another program: .*\n$/);
  });
});
