// @module-tag engine
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { cleanUp, tidyEmbedded } from "@/server/clean-up";
import { onJobs } from "@/server/jobs";
import { foldCounts } from "@/server/orders";
import { startSteps } from "@/server/process/worker";
import { emptyDatabase, engine, productDatabase, testDatabaseUrl } from "../database";
import { created, freshEmail, localOrder, merchant, personOf, testDb } from "../factories";
import { programOf } from "../programs";

type Place = { account: number; environment?: "testing" | "production"; status?: string; provider?: string };

async function add(
  { account, environment = "testing", status = "READY_TO_SHIP", provider = "LOCAL_DOOR" }: Place,
  delta: number,
) {
  await sql`
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    values (${account}, ${environment}, ${status}, ${provider}, ${delta})`.execute(await testDb());
}

async function rowsOf(account: number): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`
    select environment, status, shipping_provider, delta from order_count_deltas where account_id = ${account}
    order by 1, 2, 3, 4`.execute(await testDb());
  return rows.map((row) => Object.values(row).join(" "));
}

async function sumOf(account: number): Promise<number> {
  const { rows } = await sql<{ sum: string | null }>`
    select sum(delta) from order_count_deltas where account_id = ${account}`.execute(await testDb());
  return Number(rows[0]?.sum ?? 0);
}

describe("folding the counts", () => {
  it("keeps each place's sum in one row and leaves none of a sum of nothing", async () => {
    for (const delta of [1, 1, 1, -1]) await add({ account: 1 }, delta);
    for (const delta of [1, 1]) await add({ account: 1, provider: "LOCAL_POINT" }, delta);
    for (const delta of [1, -1]) await add({ account: 1, status: "PENDING_CONFIRM" }, delta);
    for (const delta of [5, 5]) await add({ account: 1, environment: "production" }, delta);
    expect(await foldCounts(await testDb())).toBe(7);
    expect(await rowsOf(1)).toEqual([
      "production READY_TO_SHIP LOCAL_DOOR 10",
      "testing READY_TO_SHIP LOCAL_DOOR 2",
      "testing READY_TO_SHIP LOCAL_POINT 2",
    ]);
  });

  it("does not touch a place with one row", async () => {
    const db = await testDb();
    await add({ account: 2 }, 3);
    const places = async () =>
      (await sql`select ctid::text, xmin::text from order_count_deltas where account_id = 2`.execute(db)).rows;
    const before = await places();
    await add({ account: 3 }, 1);
    await add({ account: 3 }, 1);
    expect(await foldCounts(db)).toBe(1);
    expect(await foldCounts(db)).toBe(0);
    expect(await places()).toEqual(before);
  });

  it("folds more rows than one statement takes", async () => {
    const db = await testDb();
    await sql`
      insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
      select 4, 'testing', 'S' || n % 7, 'P' || n % 3, 1 from generate_series(1, 12000) n`.execute(db);
    expect(await foldCounts(db)).toBe(12_000 - 21);
    expect([await sumOf(4), (await rowsOf(4)).length]).toEqual([12_000, 21]);
  });

  it("holds every sum that is read while several workers fold and orders come", async () => {
    const db = await testDb();
    let isOver = false;
    const read: number[] = [];
    const writers = [1, 2, 3].map(async () => {
      for (let n = 0; n < 60; n++) {
        // A move between places, as orders make it: the total stays while the places change.
        await db.transaction().execute(async (tx) => {
          await sql`
            insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
            values (5, 'testing', 'READY_TO_SHIP', 'LOCAL_DOOR', -1), (5, 'testing', 'PICKED_UP', 'LOCAL_DOOR', 1)`.execute(
            tx,
          );
        });
      }
    });
    const folders = [1, 2, 3].map(async () => {
      while (!isOver) await foldCounts(db);
    });
    const reader = (async () => {
      while (!isOver) read.push(await sumOf(5));
    })();
    await add({ account: 5 }, 1000);
    await Promise.all(writers);
    isOver = true;
    await Promise.all([...folders, reader]);
    await foldCounts(db);
    expect(new Set(read.filter((sum) => sum !== 0))).toEqual(new Set([1000]));
    expect(await rowsOf(5)).toEqual(["testing PICKED_UP LOCAL_DOOR 180", "testing READY_TO_SHIP LOCAL_DOOR 820"]);
  });

  it.runIf(engine === "postgresql")("does not wait for rows that another worker has locked", async () => {
    const db = await testDb();
    for (const account of [6, 6, 7, 7]) await add({ account }, 1);
    await db.transaction().execute(async (tx) => {
      await sql`select from order_count_deltas where account_id = 6 for update`.execute(tx);
      expect(await foldCounts(db)).toBe(1);
      expect([(await rowsOf(6)).length, (await rowsOf(7)).length]).toEqual([2, 1]);
    });
    expect(await foldCounts(db)).toBe(1);
  });
});

describe("cleaning up", () => {
  it("deletes what has expired, in more than one batch, and keeps what lives", async () => {
    const db = await testDb();
    const person = sql`(select min(id) from people)`;
    const client = sql`(select min(id) from api_clients)`;
    await sql`
      insert into people (account_id, role, email, name) values (null, 'support', ${freshEmail()}, 'S')`.execute(db);
    await sql`
      insert into api_clients (id, environment, role) values ('ci_test_clean', 'testing', 'carrier')`.execute(db);
    const statements = [
      sql`insert into access_tokens (hash, client_id, expires_at)
        select sha256(n::text::bytea), ${client}, now() + case when n <= 3 then interval '1 minute' else interval '-1 second' end
        from generate_series(1, 1300) n`,
      sql`insert into quotes (account_id, environment, id, prices, expires_at)
        values (1, 'testing', 'lives', '{}', now() + interval '1 minute'), (1, 'testing', 'over', '{}', now() - interval '1 second')`,
      sql`insert into idempotency_keys (account_id, environment, operation, key, resource_id, created_at)
        values (1, 'testing', 'o', 'lives', '1', now() - interval '29 days 23 hours'), (1, 'testing', 'o', 'over', '2', now() - interval '30 days 1 second')`,
      sql`insert into sessions (id_hash, person_id, expires_at)
        values ('lives', ${person}, now() - interval '29 days'), ('over', ${person}, now() - interval '31 days')`,
      sql`insert into rate_counters (key, minute_start, minute_count, minute_limit, hour_start, hour_count, hour_limit, allowed)
        values ('lives', now() - interval '119 minutes', 1, 1, now() - interval '2 hours', 1, 1, true),
               ('over', now() - interval '121 minutes', 1, 1, now() - interval '3 hours', 1, 1, true)`,
    ];
    for (const statement of statements) await statement.execute(db);
    expect(await cleanUp(db)).toBe(1297 + 4);
    const left = await sql`
      select (select count(*) from access_tokens) as tokens, (select string_agg(id, ',') from quotes) as quotes,
        (select string_agg(key, ',') from idempotency_keys) as keys,
        (select string_agg(encode(id_hash, 'escape'), ',') from sessions) as sessions,
        (select string_agg(key, ',') from rate_counters) as counters`.execute(db);
    expect(left.rows).toEqual([{ tokens: "3", quotes: "lives", keys: "lives", sessions: "lives", counters: "lives" }]);
    expect(await cleanUp(db)).toBe(0);
  });

  it("deletes mails, events and deliveries of which nothing will come any more, with what belongs to them", async () => {
    const db = await testDb();
    await sql`insert into accounts (name) values ('of the endpoints')`.execute(db);
    const ages = { old: sql`now() - interval '30 days 1 second'`, new: sql`now() - interval '29 days 23 hours'` };
    for (const [name, at] of Object.entries(ages)) {
      await sql`
        insert into mails (recipient, subject, body_text, body_html, created_at, sent_at, failed_at) values
          (${`${name} sent`}, '', '', '', ${at}, now(), null), (${`${name} failed`}, '', '', '', ${at}, null, now()),
          (${`${name} waiting`}, '', '', '', ${at}, null, null)`.execute(db);
      await sql`
        insert into events (id, account_id, environment, event, body, created_at)
        select ${`${name} `} || status, 1, 'testing', 'order.created', '{}', ${at}
        from unnest(array['pending', 'in_flight', 'held', 'failed', 'succeeded', 'alone']) status`.execute(db);
      await sql`
        insert into webhook_endpoints (id, account_id, environment, url, events, signature, legacy_signature, secret, secret_hint, deleted_at)
        select ${`${name} `} || kind, (select min(id) from accounts), 'testing', 'https://shop.example', '{}', true, false, '', '',
          case when kind <> 'kept' then ${at} end
        from unnest(array['kept', 'deleted']) kind`.execute(db);
      await sql`insert into webhook_hours (endpoint_id, hour, succeeded, failed) values (${name}, ${at}, 1, 0)`.execute(
        db,
      );
      await sql`
        insert into webhook_deliveries (id, account_id, environment, endpoint_id, event_id, event, status, trigger,
          next_attempt_at, lease_token, created_at)
        select ${`${name} `} || kind || ' ' || status, 1, 'testing', ${`${name} `} || kind, ${`${name} `} || status,
          'order.created', status, 'event', now(), case when status = 'in_flight' then gen_random_uuid() end, ${at}
        from unnest(array['pending', 'in_flight', 'held', 'failed', 'succeeded']) status,
          unnest(array['kept', 'deleted']) kind`.execute(db);
    }
    // Old events with deliveries that are not finished.
    for (const status of ["pending", "in_flight", "held"]) {
      await sql`insert into events (id, account_id, environment, event, body, created_at)
        values (${`old of young ${status}`}, 1, 'testing', 'order.created', '{}', ${ages.old})`.execute(db);
      await sql`
        insert into webhook_deliveries (id, account_id, environment, endpoint_id, event_id, event, status, trigger,
          next_attempt_at, lease_token, created_at)
        values (${`young ${status}`}, 1, 'testing', 'new kept', ${`old of young ${status}`}, 'order.created', ${status},
          'event', now(), case when ${status} = 'in_flight' then gen_random_uuid() end, ${ages.new})`.execute(db);
    }
    await sql`
      insert into webhook_attempts (delivery_id, number, trigger, worker, started_at, duration_ms, url, request_headers,
        response_headers, response_truncated, phases)
      select id, 1, 'event', 1, now(), 1, '', '{}', '{}', false, '{}' from webhook_deliveries`.execute(db);

    const gone = { mails: 2, deliveries: 3 + 2 * 4, hours: 1, endpoints: 0, events: 4 };
    expect(await cleanUp(db)).toBe(Object.values(gone).reduce((sum, count) => sum + count));
    const idsOf = async (table: string, id = "id") =>
      (await sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(table)} order by 1`.execute(db)).rows.map(
        (row) => row.id,
      );
    const living = ["failed", "held", "in_flight", "pending", "succeeded"];
    const deliveries = [
      ...["new deleted in_flight", ...living.map((status) => `new kept ${status}`)],
      ...["old deleted in_flight", "old kept in_flight", "old kept pending"],
      ...["young held", "young in_flight", "young pending"],
    ];
    expect(await idsOf("mails", "recipient")).toEqual(["new failed", "new sent", "new waiting", "old waiting"]);
    expect(await idsOf("webhook_deliveries")).toEqual(deliveries);
    expect(await idsOf("webhook_attempts", "delivery_id")).toEqual(deliveries);
    expect(await idsOf("webhook_hours", "endpoint_id")).toEqual(["new"]);
    expect(await idsOf("webhook_endpoints")).toEqual(["new deleted", "new kept", "old deleted", "old kept"]);
    expect(await idsOf("events")).toEqual(
      [
        ...[...living, "alone"].map((status) => `new ${status}`),
        ...["old in_flight", "old pending"],
        ...["held", "in_flight", "pending"].map((status) => `old of young ${status}`),
      ].sort(),
    );

    // Once nothing is in flight there, the endpoint goes with its deliveries.
    await sql`update webhook_deliveries set status = 'failed', lease_token = null where status = 'in_flight'`.execute(
      db,
    );
    await cleanUp(db);
    expect(await idsOf("webhook_endpoints")).toEqual(["new deleted", "new kept", "old kept"]);
    expect(await idsOf("webhook_deliveries")).toEqual([
      ...living.map((status) => `new kept ${status}`),
      "old kept pending",
      ...["young held", "young in_flight", "young pending"],
    ]);
    expect((await idsOf("events")).filter((id) => id.startsWith("old"))).toEqual([
      ...["old of young held", "old of young pending", "old pending"],
    ]);
    expect(await cleanUp(db)).toBe(0);
  });

  it("stops between batches when it has to", async () => {
    const db = await testDb();
    await sql`
      insert into quotes (account_id, environment, id, prices, expires_at)
      select 1, 'testing', 'q' || n, '{}', now() - interval '1 second' from generate_series(1, 600) n`.execute(db);
    expect(await cleanUp(db, AbortSignal.abort())).toBe(0);
    expect(await cleanUp(db)).toBe(600);
  });

  it.runIf(engine === "embedded")("gives room of deleted rows back on the embedded database", async () => {
    const database = await emptyDatabase();
    const { db } = database;
    await sql`create table busy as select n from generate_series(1, 5000) n`.execute(db);
    await sql`delete from busy`.execute(db);
    await vi.waitFor(async () => expect(await tidyEmbedded(db)).toBe("busy"), 15_000);
    const size = await sql<{ pages: string }>`select pg_relation_size('busy') as pages`.execute(db);
    expect(size.rows[0]?.pages).toBe("0");
    await vi.waitFor(async () => expect(await tidyEmbedded(db)).toBe(null), 15_000);
    await database.close();
  });
});

describe("the worker", () => {
  it("folds by itself", async () => {
    for (const delta of [1, 1]) await add({ account: 8 }, delta);
    const worker = startSteps(await productDatabase());
    await vi.waitFor(async () => expect(await rowsOf(8)).toHaveLength(1), 10_000);
    await worker.stop();
  });

  it("does a job as soon as it is committed, and not before", async () => {
    const database = await productDatabase();
    const shop = await merchant();
    const owner = await personOf("owner", shop.accountId);
    const { order_id } = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const looks: number[] = [];
    const worker = startSteps(database, [
      {
        name: "looks",
        everyMs: 3_600_000,
        onWork: (listener) => onJobs((kind) => kind === "bulk" && listener()),
        run: async ({ db }) =>
          looks.push(Math.min(1, (await sql`select 1 from jobs where kind = 'bulk'`.execute(db)).rows.length)),
      },
    ]);
    await vi.waitFor(() => expect(looks).toEqual([0]));
    // The pause begins after the look.
    await new Promise(setImmediate);
    const begun = await owner.api.post("/bulk", { operation: "confirmOrder", ids: [order_id] });
    expect(begun.status).toBe(200);
    await vi.waitFor(() => expect(looks).toEqual([0, 1]));
    await worker.stop();
  });

  it("goes on after an error, and its stop waits for the step that runs", async () => {
    const events = new EventTarget();
    const steps: string[] = [];
    let finish = () => {};
    const worker = startSteps(await productDatabase(), [
      {
        name: "fails first",
        everyMs: 1,
        async run() {
          steps.push("run");
          if (steps.length === 1) throw new Error("not this time");
          const running = new Promise<void>((resolve) => {
            finish = resolve;
          });
          events.dispatchEvent(new Event("running"));
          await running;
          steps.push("ended");
        },
      },
      {
        name: "of the other engine",
        everyMs: 1,
        run: async () => steps.push("wrong"),
        engine: engine === "embedded" ? "postgresql" : "embedded",
      },
    ]);
    await once(events, "running");
    const stopped = worker.stop().then(() => steps.push("stopped"));
    finish();
    await stopped;
    expect(steps).toEqual(["run", "run", "ended", "stopped"]);
  });
});

describe("npm run worker", () => {
  async function launch(settings: Record<string, string>) {
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
    const child = spawn(process.execPath, [await programOf("server/process/worker-main.ts")], {
      cwd: join(import.meta.dirname, "../.."),
      env,
    });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    return { child, ended: once(child, "close").then(([code]) => ({ code, stderr })) };
  }

  it("is refused on the embedded database, where the server does the work", async () => {
    expect(await (await launch({})).ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The worker cannot run\. It needs DATABASE_URL\. [^\n]*\n$/),
    });
  });

  it.runIf(testDatabaseUrl)("works until SIGTERM", async () => {
    for (const delta of [1, 1]) await add({ account: 9 }, delta);
    const { child, ended } = await launch({ DATABASE_URL: testDatabaseUrl ?? "", APP_SECRET: "x".repeat(32) });
    await vi.waitFor(async () => expect(await rowsOf(9)).toHaveLength(1), 60_000);
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 0, stderr: "" });
  });
});
