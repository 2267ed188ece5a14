import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localExample } from "@/lib/contracts/examples";
import { createAccount } from "@/server/accounts";
import { type Database, openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import type { Step } from "@/server/db/migrations/step";
import { readEnv } from "@/server/env";
import { browser } from "./browser";
import { createOrders, ensureBuild, listedOrders, type Served, serve, tokenFrom } from "./server";

const ADMIN_URL = process.env.TEST_DATABASE_URL;
const APP_SECRET = "two instances share one secret and one database";

// Without PostgreSQL there is nothing to share; in CI its absence is a failure.
if (!ADMIN_URL && process.env.CI) throw new Error("TEST_DATABASE_URL must name a PostgreSQL here");

describe.runIf(ADMIN_URL)("two instances on one PostgreSQL", () => {
  const name = `instances_${process.pid}`;
  let env: Record<string, string>;
  let folder: string;
  let servers: Served[];
  let database: Database;
  let serial = 0;

  async function maintain(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: ADMIN_URL });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  async function tokenWith(limits: { rateMinute: number; rateHour: number }): Promise<string> {
    const made = await createAccount(database.db, {
      name: "Two",
      email: `two-${++serial}@example.com`,
      password: "correct horse battery",
      ...limits,
    });
    return tokenFrom(servers[0]?.url ?? "", made.credentials.testing);
  }
  const unlimited = () => tokenWith({ rateMinute: 1_000_000, rateHour: 10_000_000 });

  /** Sends this many requests at once, alternating between both; returns statuses and bodies. */
  function atOnce(count: number, token: string, headers: Record<string, string> = {}) {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const answer = await fetch(`${servers[index % 2]?.url}/testing/v1/order/create`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
          body: JSON.stringify(localExample),
        });
        const body = (await answer.json()) as {
          data?: { order_id: string };
          error?: { code: string; order_id?: string };
        };
        return { status: answer.status, body };
      }),
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sampan-instances-"));
    await ensureBuild();
    await maintain(`create database ${name}`);
    const url = new URL(ADMIN_URL ?? "");
    url.pathname = `/${name}`;
    env = { DATABASE_URL: url.href, APP_SECRET, WEB_CONCURRENCY: "1", TRUSTED_PROXY: "loopback" };
    // Together, on an empty database: both migrate.
    servers = await Promise.all(["1", "2"].map((name) => serve({ dataDir: join(folder, name), env })));
    database = await openDatabase(readEnv(env));
  });

  afterAll(async () => {
    for (const { child, exited } of servers ?? []) {
      child.kill("SIGKILL");
      await exited;
    }
    await database?.close();
    await maintain(`drop database if exists ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  it("make one order of 200 requests at once with one key", async () => {
    const token = await unlimited();
    const answers = await atOnce(200, token, { "idempotency-key": "the-one" });
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const orderId = made[0]?.body.data?.order_id;
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body.error?.code, body.error?.order_id]).toEqual([500, "500998", orderId]);
    expect(await listedOrders(servers[1]?.url ?? "", token)).toEqual({ ids: new Set([orderId]), total: 1 });
  });

  it("let exactly 100 of 500 at once through a limit of 100", async () => {
    const token = await tokenWith({ rateMinute: 100, rateHour: 100_000 });
    // The windows are fixed minutes: one that is about to end would allow twice as many.
    const left = 60 - ((Date.now() / 1000) % 60);
    if (left < 20) await wait((left + 0.5) * 1000);
    const answers = await atOnce(500, token);
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ 200: 100, 429: 400 });
  });

  it("count the wrong passwords of one network together", async () => {
    const email = "guessed@example.com";
    await createAccount(database.db, { name: "Guessed", email, password: "correct horse battery" });
    const left = 60 - ((Date.now() / 1000) % 60);
    if (left < 20) await wait((left + 0.5) * 1000);
    const outcomes: (string | null)[] = [];
    for (let guess = 0; guess < 14; guess++) {
      // Another address of the same /64 each time.
      const from = { "x-forwarded-for": `2001:db8:7:7::${guess + 1}` };
      outcomes.push((await browser(servers[guess % 2]?.url ?? "").signIn(email, "a guess", from)).outcome);
    }
    expect(outcomes).toEqual([...Array(10).fill("CredentialsSignin"), ...Array(4).fill("throttled")]);
    const elsewhere = { "x-forwarded-for": "2001:db8:7:8::1" };
    expect((await browser(servers[1]?.url ?? "").signIn(email, "correct horse battery", elsewhere)).outcome).toBe("in");
  });

  it("go on under load while a newer version adds to the schema, and start on it again", async () => {
    const token = await unlimited();
    const load = ({ url }: Served) => createOrders(url, token, 4, true);
    const loads = servers.map(load);
    await Promise.all(loads.map((each) => each.reached(50)));
    const newer: Record<string, Step> = {
      ...migrations,
      "9998-newer": {
        async up(db) {
          for (const table of ["orders", "order_parcels", "order_items", "idempotency_keys", "events", "people"])
            await sql.raw(`alter table ${table} add column newer int not null default 1`).execute(db);
        },
      },
      "9999-newer-lists": { indexes: { orders_by_newer: "on orders (account_id, newer)" } },
    };
    expect(await migrate(database, newer)).toEqual(["9998-newer", "9999-newer-lists"]);
    for (const [index, server] of servers.entries()) {
      await loads[index]?.reached((loads[index]?.acknowledged.length ?? 0) + 50);
      server.child.kill("SIGTERM");
      await server.exited;
      await loads[index]?.over;
      const again = await serve({ dataDir: join(folder, String(index + 1)), env });
      servers[index] = again;
      loads.push(load(again));
      await loads.at(-1)?.reached(50);
    }
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(loads.map(({ over }) => over));
    expect(loads.map(({ errors }) => errors)).toEqual(loads.map(() => ({})));
    servers = await Promise.all([1, 2].map((number) => serve({ dataDir: join(folder, String(number)), env })));
    const acknowledged = loads.flatMap((each) => each.acknowledged);
    const { ids } = await listedOrders(servers[0]?.url ?? "", token);
    expect([...ids].sort()).toEqual(acknowledged.sort());
  }, 300_000);

  it("lose nothing acknowledged when one of them is killed under load", async () => {
    const token = await unlimited();
    const [first, second] = servers as [Served, Served];
    const load = createOrders(first.url, token, 8, true);
    await load.reached(150);
    first.child.kill("SIGKILL");
    await first.exited;
    await load.over;
    const { acknowledged } = load;
    const { ids, total } = await listedOrders(second.url, token);
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(total).toBe(ids.size);
  });
});
