// Imports and batches whose servers are killed: every reference is one order, once, and nothing is lost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { localExample } from "@/lib/contracts/examples";
import { createAccount } from "@/server/accounts";
import { openDatabase } from "@/server/db/database";
import { readEnv } from "@/server/env";
import * as faults from "./server";

const ADMIN_URL = process.env.TEST_DATABASE_URL;
const KILLS = 10;
const ROWS = 4000;
const BATCH = 1000;

let root: string;
const started: faults.Served[] = [];

async function serve(options: Parameters<typeof faults.serve>[0]): Promise<faults.Served> {
  const served = await faults.serve(options);
  started.push(served);
  return served;
}

async function kill(served: faults.Served): Promise<void> {
  served.child.kill("SIGKILL");
  await served.exited;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sampan-imports-"));
  await faults.ensureBuild();
});
afterEach(async () => {
  for (const served of started.splice(0)) await kill(served);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Answer = { status: number; data: Record<string, never>; error?: { code: string } };

/** Calls the API; null while no server answers. */
async function call(url: string, token: string, method: string, path: string, body?: string | object, type?: string) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, connection: "close" };
  if (path.startsWith("/orders/batch")) headers["idempotency-key"] = "the-batch";
  if (body !== undefined) headers["content-type"] = type ?? "application/json";
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  const answer = await fetch(`${url}/testing/v1${path}`, init).catch(() => null);
  const read = await answer?.json().catch(() => null);
  if (!answer || !read) return null;
  return { status: answer.status, ...(read as object) } as Answer;
}

async function must(url: string, token: string, method: string, path: string, body?: string | object, type?: string) {
  const answer = await call(url, token, method, path, body, type);
  if (answer?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data as Record<string, unknown>;
}

async function withDefaults(url: string, token: string): Promise<void> {
  const { sender } = localExample;
  const local = { sender, shipping_provider: "LOCAL_DOOR", package_type: "parcel" };
  await must(url, token, "PUT", "/defaults", { local, intl: {} });
}

const HEADERS = "Order no,Recipient,Mobile,Address,kg,Item,Qty,Unit price";
const FILE = [
  HEADERS,
  ...Array.from(
    { length: ROWS },
    (_, n) => `R-${n + 1},Amy Wong,91234567,"Flat 5C, 22 Electric Road, North Point",0.8,Tea,1,178`,
  ),
].join("\n");

/** Every reference that the API lists, in the order of creation. */
async function references(url: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for (let total = 1; found.length < total; ) {
    const headers = { authorization: `Bearer ${token}`, connection: "close" };
    const path = `/testing/v1/orders?limit=100&offset=${found.length}&sort=create_time`;
    const body = (await (await fetch(url + path, { headers })).json()) as {
      data: { reference: string }[];
      pagination: { total: number };
    };
    total = body.pagination.total;
    if (body.data.length === 0) break;
    found.push(...body.data.map(({ reference }) => reference));
  }
  return found;
}

const EVERY = Array.from({ length: ROWS }, (_, n) => `R-${n + 1}`);

type Stage = {
  /** A server; another one each time, where there are two. */
  next(round: number): Promise<faults.Served>;
  /** A killed server's claims run out. */
  pass(): Promise<void>;
  token(url: string): Promise<string>;
};

/** Imports a file while its servers are killed: thrice while it is checked, then while its orders are made. */
async function importThroughKills(stage: Stage): Promise<void> {
  let served = await stage.next(0);
  let token = await stage.token(served.url);
  await withDefaults(served.url, token);
  const { import_id: id } = await must(
    served.url,
    token,
    "POST",
    "/imports?kind=orders&name=many.csv",
    FILE,
    "text/csv",
  );
  const read = async () => (await must(served.url, token, "GET", `/imports/${id}`)) as Record<string, number | string>;
  let kills = 0;
  const again = async () => {
    await kill(served);
    await stage.pass();
    kills++;
    served = await stage.next(kills);
    token = await stage.token(served.url);
  };
  for (let round = 0; round < 3; round++) {
    await wait(150 + 120 * round);
    await again();
  }
  for (let now = await read(); now.status === "CHECKING"; now = await read()) await wait(50);
  expect(await read()).toMatchObject({ status: "READY", rows: ROWS, ready: ROWS });
  await must(served.url, token, "POST", `/imports/${id}/start`, { confirm_shipment: "Y" });
  while (kills < KILLS) {
    const enough = ((kills - 2) * ROWS) / (KILLS + 1);
    for (let now = await read(); Number(now.done) < enough && now.status === "RUNNING"; now = await read())
      await wait(10);
    await again();
  }
  for (let now = await read(); now.status === "RUNNING"; now = await read()) await wait(50);
  expect(await read()).toMatchObject({ status: "DONE", done: ROWS, failed: 0 });
  expect(await references(served.url, token)).toEqual(EVERY);
}

/** Sends a batch of orders until it is answered, while its servers are killed. */
async function batchThroughKills(stage: Stage): Promise<void> {
  let served = await stage.next(0);
  let token = await stage.token(served.url);
  const orders = Array.from({ length: BATCH }, (_, n) => ({ ...localExample, reference: `B-${n + 1}` }));
  const own = async () => (await references(served.url, token)).filter((reference) => reference.startsWith("B-"));
  for (let kills = 0; kills < KILLS; kills++) {
    const answered = call(served.url, token, "POST", "/orders/batch", { orders });
    await wait(60 + 25 * kills);
    await kill(served);
    await answered;
    await stage.pass();
    served = await stage.next(kills + 1);
    token = await stage.token(served.url);
  }
  let answer = await call(served.url, token, "POST", "/orders/batch", { orders });
  while (answer?.status === 503) answer = await call(served.url, token, "POST", "/orders/batch", { orders });
  expect(answer?.data).toMatchObject({ created: BATCH, refused: 0 });
  expect((await own()).sort()).toEqual(orders.map(({ reference }) => reference).sort());
}

describe("on the embedded database", () => {
  const stageIn = async (name: string): Promise<Stage> => {
    const dataDir = join(root, name);
    const credentials = await faults.merchant(dataDir, `${name}@example.com`);
    return { next: () => serve({ dataDir }), pass: async () => {}, token: (url) => faults.tokenFrom(url, credentials) };
  };

  it("an import is made once, through ten kills", async () => {
    await importThroughKills(await stageIn("import"));
  });

  it("a batch is made once, through ten kills", async () => {
    await batchThroughKills(await stageIn("batch"));
  });
});

// Without PostgreSQL there is nothing to share; in CI its absence is a failure.
if (!ADMIN_URL && process.env.CI) throw new Error("TEST_DATABASE_URL must name a PostgreSQL here");

describe.runIf(ADMIN_URL)("on PostgreSQL with two instances", () => {
  const name = `imports_${process.pid}`;
  const env: Record<string, string> = {};

  async function maintain(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: ADMIN_URL });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  beforeAll(async () => {
    await maintain(`create database ${name}`);
    const url = new URL(ADMIN_URL ?? "");
    url.pathname = `/${name}`;
    const APP_SECRET = "two instances share one secret and one database";
    Object.assign(env, { DATABASE_URL: url.href, APP_SECRET, WEB_CONCURRENCY: "1" });
  });
  afterAll(() => maintain(`drop database if exists ${name} with (force)`));

  /** Two instances: the one that was talked to is killed, the other goes on, and a third takes its place. */
  const stageFor = async (email: string): Promise<Stage> => {
    const start = () => serve({ dataDir: join(root, name), env });
    const running = [await start(), await start()];
    const database = await openDatabase(readEnv(env));
    const { credentials } = await createAccount(database.db, {
      ...{ name: "Kills", email, password: "correct horse battery" },
      ...{ rateMinute: 1_000_000, rateHour: 10_000_000 },
    });
    await database.close();
    return {
      async next(round) {
        if (round > 0) {
          running.shift();
          running.push(await start());
        }
        return running[0] as faults.Served;
      },
      // A minute passes.
      pass: () => {
        const client = new pg.Client({ connectionString: env.DATABASE_URL });
        return client
          .connect()
          .then(() => client.query("update jobs set lease_until = now() where lease_until > now()"))
          .then(() => client.end());
      },
      token: (url) => faults.tokenFrom(url, credentials.testing),
    };
  };

  it("an import is made once, through ten kills", async () => {
    await importThroughKills(await stageFor("import@example.com"));
  });

  it("a batch is made once, through ten kills", async () => {
    await batchThroughKills(await stageFor("batch@example.com"));
  });
});
