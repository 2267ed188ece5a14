// Deliveries: a worker in this process, PostgreSQL, and receivers over TLS in a process of their own.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { overrideEnv, readEnv } from "@/server/env";
import { makeEvent, recordEvent, startDeliveries } from "@/server/webhooks";
import { claim, endpointsWithWork } from "@/server/webhooks/claims";
import { newSecret, seal } from "@/server/webhooks/secrets";
import { Sender } from "@/server/webhooks/sender";
import { benchAccount } from "./fill";

type Receivers = {
  origin: string;
  host: string;
  ca: string;
  arrivals(): Promise<{ id: string; at: number }[]>;
  stop(): void;
};

async function startReceivers(): Promise<Receivers> {
  const child = fork(join(import.meta.dirname, "receivers.ts"), { execArgv: ["--import", "tsx"] });
  const [where] = (await once(child, "message")) as [{ origin: string; host: string; ca: string }];
  return {
    ...where,
    async arrivals() {
      child.send("report");
      const [answer] = (await once(child, "message")) as [{ arrivals: { id: string; at: number }[] }];
      return answer.arrivals;
    },
    stop: () => child.disconnect(),
  };
}

async function addEndpoints(
  db: Db,
  scope: Scope,
  url: string,
  count: number,
  events = ["order.in_transit"],
): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, index) => `we_${`${Date.now().toString(16)}${index}`.padStart(20, "0")}`,
  );
  for (const id of ids) {
    const secret = newSecret();
    await sql`
      insert into webhook_endpoints (id, account_id, environment, url, events, signature, legacy_signature, secret, secret_hint)
      values (${id}, ${scope.accountId}, ${scope.environment}, ${url}, ${events}, true, false, ${seal(secret, id)}, '')`.execute(
      db,
    );
  }
  return ids;
}

/** Deliveries of one event, many times over, in one statement. */
async function fillDeliveries(db: Db, scope: Scope, endpoints: readonly string[], count: number): Promise<void> {
  const stored = makeEvent("order.in_transit", new Date(), { id: "1", trackingNumber: "SP0000000000" });
  await sql`
    with e as (insert into events (id, account_id, environment, order_id, event, body)
      values (${stored.id}, ${scope.accountId}, ${scope.environment}, 1, ${stored.event}, ${stored.body}))
    insert into webhook_deliveries (id, account_id, environment, endpoint_id, event_id, order_id, event, status, trigger, next_attempt_at)
    select 'dl_' || ${stored.id}::text || n, ${scope.accountId}, ${scope.environment},
      (${sql.val(endpoints)}::text[])[1 + n % ${endpoints.length}], ${stored.id}, 1, ${stored.event}, 'pending', 'event', now()
    from generate_series(1, ${count}::int) n`.execute(db);
}

async function remaining(db: Db, endpoints: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries
    where status in ('pending', 'in_flight') and endpoint_id = any (${sql.val(endpoints)}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds from commit to arrival, one event each `everyMs`. */
async function latencies(
  db: Db,
  scope: Scope,
  receivers: Receivers,
  count: number,
  everyMs: number,
): Promise<number[]> {
  await receivers.arrivals();
  const committed = new Map<string, number>();
  for (let n = 0; n < count; n++) {
    const stored = makeEvent("order.in_transit", new Date(), { id: "1", trackingNumber: "SP0000000000" });
    await recordEvent(db, scope, "1", stored);
    committed.set(stored.id, Date.now());
    await wait(everyMs);
  }
  const arrivals = await receivers.arrivals();
  for (let tries = 0; arrivals.length < count && tries < 100; tries++) {
    await wait(100);
    arrivals.push(...(await receivers.arrivals()));
  }
  if (arrivals.length < count) throw new Error(`${count - arrivals.length} of ${count} events have not arrived`);
  return arrivals.map(({ id, at }) => at - (committed.get(id) ?? Number.NaN));
}

async function withWorker<T>(database: Database, receivers: Receivers, work: () => Promise<T>): Promise<T> {
  const worker = startDeliveries(
    database,
    new Sender({ allowedHosts: [receivers.host, "localhost:9"], ca: receivers.ca }),
  );
  // Its sign of life comes up.
  await wait(500);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures deliveries on the PostgreSQL database of the address, which is empty, and prints the figures. */
export async function benchWebhooks(databaseUrl: string, secret: string): Promise<void> {
  const settings = readEnv({ DATABASE_URL: databaseUrl, APP_SECRET: secret, LOG_LEVEL: "warn" });
  overrideEnv(settings);
  const database = await openDatabase(settings);
  const { db } = database;
  const receivers = await startReceivers();
  const print = (what: string, figure: string) => console.log(`  ${what.padEnd(64)} ${figure}`);
  try {
    await migrate(database);
    console.log("\nwebhooks on PostgreSQL, receivers over TLS");

    const { scope } = await benchAccount(db, "throughput");
    const many = await addEndpoints(db, scope, `${receivers.origin}/ok`, 20);
    await fillDeliveries(db, scope, many, 20_000);
    await database.pool.query("analyze");
    const seconds = await withWorker(database, receivers, async () => {
      const ms = await time(async () => {
        while ((await remaining(db, many)) > 0) await wait(50);
      });
      return ms / 1000;
    });
    print("deliveries a second, 20,000 to 20 endpoints", (20_000 / seconds).toFixed(0));

    const idle = await benchAccount(db, "idle");
    await addEndpoints(db, idle.scope, `${receivers.origin}/ok`, 1);
    const alone = await withWorker(database, receivers, () => latencies(db, idle.scope, receivers, 300, 20));
    print(
      "dispatch, idle: p50 / p99 / most ms",
      `${percentile(alone, 0.5)} / ${percentile(alone, 0.99)} / ${Math.max(...alone)}`,
    );

    for (const [share, url] of [
      `${receivers.origin}/hang`,
      `${receivers.origin}/error`,
      "https://localhost:9/closed",
    ].entries()) {
      const dead = await benchAccount(db, `dead${share}`);
      const endpoints = await addEndpoints(db, dead.scope, url, 67);
      await fillDeliveries(db, dead.scope, endpoints, 3400);
    }
    const beside = await withWorker(database, receivers, () => latencies(db, idle.scope, receivers, 1000, 10));
    print(
      "healthy beside 200 dead, 10,000 waiting: p50 / p99 ms",
      `${percentile(beside, 0.5)} / ${percentile(beside, 0.99)}`,
    );

    const crowd = await benchAccount(db, "crowd");
    const endpoints = await addEndpoints(db, crowd.scope, `${receivers.origin}/ok`, 1000);
    // In parts, each within the time that a statement has.
    for (let part = 0; part < 20; part++) await fillDeliveries(db, crowd.scope, endpoints, 50_000);
    await database.pool.query("analyze");
    const claims: number[] = [];
    const asks = endpoints.map((id) => ({ id, room: 1 }));
    for (let n = 0; n < 100; n++)
      claims.push(await time(() => claim(db, { worker: 1, token: randomUUID() }, [asks[n] ?? { id: "", room: 1 }])));
    print(
      "claim of one endpoint with 1,000,000 waiting: p50 / p99 ms",
      `${percentile(claims, 0.5).toFixed(1)} / ${percentile(claims, 0.99).toFixed(1)}`,
    );
    const batches: number[] = [];
    for (let n = 100; n < 900; n += 50)
      batches.push(await time(() => claim(db, { worker: 1, token: randomUUID() }, asks.slice(n, n + 50))));
    print("claim of 50 endpoints with 1,000,000 waiting: p50 ms", percentile(batches, 0.5).toFixed(1));
    const looks: number[] = [];
    for (let n = 0; n < 20; n++) looks.push(await time(() => endpointsWithWork(db, "")));
    print("look over 1,200 endpoints with 1,000,000 waiting: p50 ms", percentile(looks, 0.5).toFixed(1));
  } finally {
    receivers.stop();
    await database.close();
  }
}
