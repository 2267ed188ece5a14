// npm run bench: medians of interleaved rounds, so that a noisy machine disturbs all sides alike. Ratios are what counts.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { sql } from "kysely";
import { localExample } from "@/lib/contracts/examples";
import { orderInput } from "@/lib/contracts/order";
import { getRates } from "@/lib/contracts/rate";
import { type Database, openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { overrideEnv, readEnv } from "@/server/env";
import { withFreshNumbers } from "@/server/orders/create/attempts";
import { newOrderId, newTrackingNumber } from "@/server/orders/create/numbers";
import { insertOrders } from "@/server/orders/store";
import { makeEvent } from "@/server/webhooks";
import { benchDocuments } from "./documents";
import { benchAccount, fillOrders } from "./fill";
import { benchOrders } from "./orders";
import { benchPoints } from "./points";
import { type Spent, spent, spentPerCall } from "./processor";
import { benchRequestSearch } from "./requests";
import { type Server, serveBare, serveProduct } from "./servers";
import { benchVolume } from "./volume";
import { benchWebhooks } from "./webhooks";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const SECRET = "a bench has no secrets, yet needs a long text";
const BODY = JSON.stringify(localExample);
const RATES = JSON.stringify(getRates.example);

/** Calls a second, and what each has spent. */
type Sample = { rate: number } & Partial<Spent>;
type Measure = { name: string; run: () => Promise<Sample> };

/** How many calls are answered in some seconds. */
function load(
  url: string,
  connections: number,
  request: Partial<autocannon.Options>,
  duration = SECONDS,
): Promise<number> {
  return new Promise((resolve, reject) => {
    autocannon({ url, connections, duration, ...request }, (error, result) => {
      if (error) return reject(error);
      if (result.non2xx || result.errors)
        return reject(new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`));
      resolve(result.requests.total);
    });
  });
}

/** Calls of a server, with what they have spent. */
function calls(
  name: string,
  { url, pid }: Server,
  path: string,
  connections: number,
  request: Partial<autocannon.Options>,
  /** Resolves once the worker has done what the calls left to it, which is part of their cost. */
  settled: () => Promise<void> = async () => {},
): Measure {
  const run = async () => {
    let total = 0;
    const costs = await spentPerCall(pid, async () => {
      total = await load(url + path, connections, request);
      await settled();
      return total;
    });
    return { rate: total / SECONDS, ...costs };
  };
  return { name, run };
}

/** The statement of a creation by itself, as many at once as connections. */
async function plainSql(db: Db, scope: Scope, connections: number): Promise<Sample> {
  const input = orderInput.parse(localExample);
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await withFreshNumbers(db, () => {
          const { id, createdAt } = newOrderId();
          const numbers = [newTrackingNumber("testing")];
          return insertOrders(db, scope, [
            {
              id,
              createdAt,
              input,
              status: "READY_TO_SHIP",
              numbers,
              price: {
                price: "54.00",
                breakdown: [{ code: "BASE", amount: "54.00" }],
                chargeableWeight: "3",
                weightBasis: "ACTUAL",
              },
              estimatedDelivery: createdAt,
              event: makeEvent("order.created", createdAt, { id, trackingNumber: numbers[0] ?? null }),
              source: "api",
              ruled: { tags: [], did: [] },
              idempotency: null,
            },
          ]);
        });
        done++;
      }
    }),
  );
  return { rate: done / ((performance.now() - started) / 1000) };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function interleaved(measures: Measure[]): Promise<Map<string, Sample>> {
  const results = new Map<string, Sample[]>(measures.map(({ name }) => [name, []]));
  for (const { run } of measures) await run();
  for (let round = 0; round < ROUNDS; round++) {
    // Each round in another order: what comes after a heavy neighbour does so once only.
    const turned = [...measures.slice(round % measures.length), ...measures.slice(0, round % measures.length)];
    for (const { name, run } of turned) results.get(name)?.push(await run());
  }
  const middle = (samples: Sample[], name: keyof Sample) => median(samples.map((sample) => sample[name] ?? Number.NaN));
  return new Map(
    [...results].map(([name, samples]) => [
      name,
      { rate: middle(samples, "rate"), server: middle(samples, "server"), postgres: middle(samples, "postgres") },
    ]),
  );
}

type Prepared = { create: { scope: Scope; token: string }; small: { token: string }; large: { token: string } };

async function prepare(database: Database): Promise<Prepared> {
  await migrate(database);
  const create = await benchAccount(database.db, "create");
  const small = await benchAccount(database.db, "small");
  const large = await benchAccount(database.db, "large");
  await fillOrders(database.db, small.scope, 1000);
  await fillOrders(database.db, large.scope, 100_000);
  await database.pool.query("analyze");
  return { create, small, large };
}

async function bench(engine: string, variables: Record<string, string>): Promise<void> {
  overrideEnv(readEnv({ ...variables, APP_SECRET: SECRET, LOG_LEVEL: "warn" }));
  const open = () => openDatabase(readEnv({ ...variables, APP_SECRET: SECRET }));
  let database = await open();
  const prepared = await prepare(database);
  const sqlAlone: Measure[] = [1, 8].map((connections) => ({
    name: `plain SQL ${connections}`,
    run: () => plainSql(database.db, prepared.create.scope, connections),
  }));
  // The embedded database has one owner: its plain SQL is measured before the server takes it.
  const before = engine === "embedded" ? await interleaved(sqlAlone) : new Map<string, Sample>();
  if (engine === "embedded") await database.close();

  const product = await serveProduct({ ...variables, APP_SECRET: SECRET });
  const bare = await serveBare();
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
  const creating = { method: "POST" as const, body: BODY };
  // The embedded database belongs only to the server.
  const indexed = engine === "embedded" ? undefined : () => untilIndexed(database.db);
  try {
    const own = { headers: headers(prepared.create.token) };
    const order = await firstOrder(product, prepared.create.token);
    const results = await interleaved([
      ...[1, 8].flatMap((connections) => [
        calls(
          `create ${connections}`,
          product,
          "/testing/v1/order/create",
          connections,
          { ...creating, ...own },
          indexed,
        ),
        calls(`bare ${connections}`, bare, "/bare", connections, { ...creating, ...own }),
      ]),
      ...(engine === "embedded" ? [] : sqlAlone),
      ...(["small", "large"] as const).map((size) =>
        calls(`list ${size}`, product, "/testing/v1/orders?limit=20", 8, { headers: headers(prepared[size].token) }),
      ),
      calls("detail", product, `/testing/v1/order/detail/${order}`, 8, own),
      calls("rates", product, "/testing/v1/rates/get", 8, { method: "POST", body: RATES, ...own }),
      calls("label", product, `/testing/v1/order/label/${order}`, 8, own),
    ]);
    report(engine, new Map([...before, ...results]));
  } finally {
    await product.stop();
    await bare.stop();
    if (engine !== "embedded") {
      await database.close();
    } else {
      database = await open();
      await database.close();
    }
  }
}

/** Waits until the worker has indexed all orders for searches. */
async function untilIndexed(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from order_search where grams is null limit 1`.execute(db);
    if (rows.length === 0) return;
    await wait(200);
  }
}

/** Makes an order, and gives its id. */
async function firstOrder({ url }: Server, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/testing/v1/order/create`, { method: "POST", body: BODY, headers });
  return ((await answer.json()) as { data: { order_id: string } }).data.order_id;
}

const PAIRS = 20;
/** Of the processor's time of a creation, with it. */
const MOST_OF_LOG = 0.03;

/** What the request log costs a creation: two servers by turns, in time of the processor, which others do not disturb. */
async function benchRequestLog(variables: Record<string, string>): Promise<void> {
  overrideEnv(readEnv({ ...variables, APP_SECRET: SECRET, LOG_LEVEL: "warn" }));
  const database = await openDatabase(readEnv({ ...variables, APP_SECRET: SECRET }));
  await migrate(database);
  const { token } = await benchAccount(database.db, "request-log");
  const logged = await serveProduct({ ...variables, APP_SECRET: SECRET });
  const unlogged = await serveProduct({ ...variables, APP_SECRET: SECRET }, "without-request-log.ts");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const create = ({ url }: Server, seconds: number) =>
    load(`${url}/testing/v1/order/create`, 8, { method: "POST", body: BODY, headers }, seconds);
  const costOf = async (server: Server) => {
    const before = spent(server.pid);
    const total = await create(server, SECONDS);
    // What is held is written within half a second.
    await wait(700);
    const after = spent(server.pid);
    return (after.server + after.postgres - before.server - before.postgres) / total;
  };
  try {
    // Until the compiler has found its last form, a creation takes twice as long.
    for (const server of [logged, unlogged, logged, unlogged]) await create(server, 10);
    const costs: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let pair = 0; pair < PAIRS; pair++)
      for (const server of pair % 2 ? [logged, unlogged] : [unlogged, logged])
        costs[server === logged ? "with" : "without"].push(await costOf(server));
    const [own, bare] = [median(costs.with), median(costs.without)];
    const share = (own - bare) / own;
    if (share > MOST_OF_LOG) process.exitCode = 1;
    console.log(
      `\nrequest log: a creation takes ${own.toFixed(0)} µs of the processor with it, ${bare.toFixed(0)} without`,
    );
    console.log(`  its share, by medians of ${PAIRS} rounds: ${(share * 100).toFixed(1)} %`);
  } finally {
    await logged.stop();
    await unlogged.stop();
    await database.close();
  }
}

function report(engine: string, results: Map<string, Sample>): void {
  const of = (name: string, what: keyof Sample = "rate") => results.get(name)?.[what] ?? Number.NaN;
  const figure = (value: number | undefined) => (value ? value.toFixed(0) : "–").padStart(12);
  console.log(`\n${engine}: medians of ${ROUNDS} rounds of ${SECONDS} s; the processor's time is in µs a call`);
  console.log(`  ${"".padEnd(14)}${["a second", "server", "PostgreSQL"].map((word) => word.padStart(12)).join("")}`);
  for (const [name, { rate, server, postgres }] of results)
    console.log(`  ${name.padEnd(14)}${[rate, server, postgres].map(figure).join("")}`);
  const ratio = (words: string, value: number) => console.log(`  ${words}: ${value.toFixed(2)}`);
  for (const connections of [1, 8]) {
    ratio(`create / bare handler at ${connections}`, of(`create ${connections}`) / of(`bare ${connections}`));
    ratio(`create / plain SQL at ${connections}`, of(`create ${connections}`) / of(`plain SQL ${connections}`));
  }
  ratio("processor's time of create / bare handler at 8", of("create 8", "server") / of("bare 8", "server"));
  ratio("list / bare handler at 8", of("list small") / of("bare 8"));
  ratio("list time at 100,000 / at 1,000", of("list small") / of("list large"));
}

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "sampan-bench-"));
const only = process.argv[2];
try {
  if (!only || only === "documents") {
    const tooMuch = await benchDocuments(ROUNDS);
    for (const words of tooMuch) console.error(words);
    if (tooMuch.length) process.exitCode = 1;
  }
  if (
    !only ||
    ["postgresql", "webhooks", "request-log", "request-search", "orders", "points", "volume"].includes(only)
  ) {
    // Of its own: PostgreSQL runs as another user than root, who may not look into root's folders.
    const cluster = mkdtempSync(join(tmpdir(), "sampan-bench-postgres-"));
    const admin =
      process.env.TEST_DATABASE_URL ?? execFileSync(join(root, ".ci/postgres"), [cluster], { encoding: "utf8" }).trim();
    const name = `bench_${process.pid}`;
    const maintenance = await openDatabase(readEnv({ DATABASE_URL: admin, APP_SECRET: SECRET }));
    await maintenance.pool.query(`create database ${name}`);
    try {
      const url = new URL(admin);
      url.pathname = `/${name}`;
      if (!only || only === "webhooks") await benchWebhooks(url.href, SECRET);
      if (!only || only === "points") await benchPoints("postgresql", { DATABASE_URL: url.href }, SECRET);
      if (!only || only === "volume") await benchVolume("postgresql", { DATABASE_URL: url.href }, SECRET);
      // Filling these takes minutes, so they run when they are named.
      if (only === "orders") await benchOrders({ DATABASE_URL: url.href }, SECRET);
      if (only === "request-search") await benchRequestSearch({ DATABASE_URL: url.href }, SECRET);
      if (!only || only === "request-log") await benchRequestLog({ DATABASE_URL: url.href });
      if (!only || only === "postgresql") await bench("postgresql", { DATABASE_URL: url.href });
    } finally {
      await maintenance.pool.query(`drop database if exists ${name} with (force)`);
      await maintenance.close();
      if (!process.env.TEST_DATABASE_URL) execFileSync(join(root, ".ci/postgres"), ["stop", cluster]);
    }
  }
  if (!only || only === "points") await benchPoints("embedded", { DATA_DIR: join(folder, "points") }, SECRET);
  if (!only || only === "volume") await benchVolume("embedded", { DATA_DIR: join(folder, "volume") }, SECRET);
  if (!only || only === "embedded") await bench("embedded", { DATA_DIR: join(folder, "data") });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
