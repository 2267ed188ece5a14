import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/server/db/database";
import * as faults from "./server";

const EXIT_MS = 25_000;
/** Generous, because test machines are busy. The report of the run has the measured times. */
const AGAIN_MS = 15_000;

let root: string;
const started: faults.Served[] = [];

async function serve(options: Parameters<typeof faults.serve>[0]): Promise<faults.Served> {
  const served = await faults.serve(options);
  started.push(served);
  return served;
}

function folder(name: string): string {
  return join(root, name);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sampan-faults-"));
  await faults.ensureBuild();
});
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("an embedded server that is killed", () => {
  it("has every acknowledged order afterwards, ten times", async () => {
    const dataDir = folder("killed");
    const credentials = await faults.merchant(dataDir, "killed@example.com");
    const acknowledged: string[] = [];
    const readyMs: number[] = [];
    for (let round = 0; round < 10; round++) {
      const served = await serve({ dataDir });
      readyMs.push(served.readyMs);
      const token = await faults.tokenFrom(served.url, credentials);
      const load = faults.createOrders(served.url, token, 8, round % 2 === 0);
      // At a different point of its work each time.
      await load.reached(60 + round * 17);
      served.child.kill("SIGKILL");
      await served.exited;
      await load.over;
      acknowledged.push(...load.acknowledged);
    }
    const served = await serve({ dataDir });
    const { ids, total } = await faults.listedOrders(served.url, await faults.tokenFrom(served.url, credentials));
    console.log(`${acknowledged.length} acknowledged, ${ids.size} stored; ready after (ms) ${readyMs.join(" ")}`);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(total).toBe(ids.size);
    served.child.kill("SIGTERM");
    await served.exited;

    const database = await openDatabase({ dataDir, databaseUrl: undefined, databasePoolMax: 1 });
    // No incomplete order: each has its parcel, its item and its event.
    const { rows } = await sql<Record<string, string>>`
      select (select count(*) from orders) as orders, (select count(*) from order_parcels) as parcels,
        (select count(*) from order_items) as items, (select count(*) from events) as events`.execute(database.db);
    await database.close();
    expect(rows).toEqual([
      { orders: String(ids.size), parcels: String(ids.size), items: String(ids.size), events: String(ids.size) },
    ]);
  });
});

describe("the data folder of a running server", () => {
  it("refuses a second server, which says why, and has its admin commands carried out by the first", async () => {
    const dataDir = folder("owned");
    const served = await serve({ dataDir });
    const second = faults.launch({ dataDir, port: await faults.freePort() });
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.stderr()).toBe(
      `Sampan cannot start. The data folder ${dataDir} is in use by process ${served.child.pid}. Only one process at a ` +
        "time may open the embedded database: stop that process, or give this one another DATA_DIR or a DATABASE_URL.\n",
    );

    // The account is made by the server that serves it.
    const credentials = await faults.merchant(dataDir, "owned@example.com");
    await faults.tokenFrom(served.url, credentials);
    await expect(faults.merchant(dataDir, "owned@example.com")).rejects.toThrow();
    expect(faults.ownerOf(dataDir)).toBe(served.child.pid);
    expect(served.stderr()).toBe("");
  });

  it("is only its owner's: database, lock, socket, secret, however it was found", async () => {
    const dataDir = folder("open");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    for (let start = 0; start < 2; start++) {
      const served = await serve({ dataDir });
      const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
      expect(names).toEqual(expect.arrayContaining(["admin.sock", "app-secret", "database.lock"]));
      const isOpen = (name: string) => {
        // The database creates and removes files meanwhile.
        const stat = statSync(join(dataDir, name), { throwIfNoEntry: false });
        return stat && (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
      };
      expect([".", ...names].filter(isOpen)).toEqual([]);
      served.child.kill("SIGTERM");
      await served.exited;
      for (const name of [".", ...names.filter((name) => !name.includes(".sock"))])
        if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o777);
    }
  });
});

describe("a start that cannot succeed", () => {
  it("ends with a clear line when a setting is wrong", async () => {
    const launched = faults.launch({
      dataDir: folder("wrong"),
      port: await faults.freePort(),
      env: { TRUSTED_PROXY: "everybody" },
    });
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.stderr()).toMatch(/^Sampan cannot start\. A setting is wrong: TRUSTED_PROXY must be [^\n]*\n$/);
    expect(existsSync(folder("wrong"))).toBe(false);
  });

  it("ends with a clear line when the data folder holds something else", async () => {
    const dataDir = mkdtempSync(join(root, "foreign-"));
    const served = await serve({ dataDir });
    served.child.kill("SIGTERM");
    await served.exited;
    rmSync(join(dataDir, "database/PG_VERSION"));
    writeFileSync(join(dataDir, "database/mine"), "");
    const launched = faults.launch({ dataDir, port: await faults.freePort() });
    expect(await launched.exited).toMatchObject({ code: 1 });
    expect(launched.stderr()).toMatch(/^Sampan cannot start\. The [^\n]*PG_VERSION[^\n]*\n$/);
    expect(faults.ownerOf(dataDir)).toBe(null);
  });
});

describe.each([
  ["the server", false],
  ["npm start alone", true],
])("SIGTERM under load to %s", (_whom, npm) => {
  it.each([
    ["kept alive", true],
    ["closed after each request", false],
  ])("resets no connection that is %s, ends in time and leaves nothing", async (_how, keepAlive) => {
    const dataDir = folder(`stopped-${npm}-${keepAlive}`);
    const credentials = await faults.merchant(dataDir, "stopped@example.com");
    const acknowledged: string[] = [];
    const times: string[] = [];
    for (let round = 0; round < 3; round++) {
      const served = await serve({ dataDir, npm });
      const owner = faults.ownerOf(dataDir) ?? 0;
      const load = faults.createOrders(served.url, await faults.tokenFrom(served.url, credentials), 16, keepAlive);
      await load.reached(80);
      const since = performance.now();
      served.child.kill("SIGTERM");
      const { code } = await served.exited;
      const stopMs = Math.round(performance.now() - since);
      times.push(`ready ${served.readyMs}, stopped ${stopMs}`);
      await load.over;
      expect(load.errors).toEqual({});
      expect(code).toBe(143);
      expect(stopMs).toBeLessThan(EXIT_MS);
      expect(faults.isAlive(owner)).toBe(false);
      expect(readdirSync(join(dataDir, "database.lock"))).toEqual([]);
      expect(existsSync(join(dataDir, "admin.sock"))).toBe(false);
      expect(round === 0 || served.readyMs < AGAIN_MS).toBe(true);
      acknowledged.push(...load.acknowledged);
    }
    console.log(times.join("; "));
    const served = await serve({ dataDir });
    const { ids } = await faults.listedOrders(served.url, await faults.tokenFrom(served.url, credentials));
    // Nothing acknowledged is missing and, because every request was answered, nothing was made twice.
    expect([...ids].sort()).toEqual([...acknowledged].sort());
  });
});

describe("SIGTERM to a server that does nothing", () => {
  it("ends it at once, and soon where a client keeps a connection open", async () => {
    const dataDir = folder("idle");
    const served = await serve({ dataDir });
    const socket = (await import("node:net")).createConnection(served.port, "127.0.0.1");
    await once(socket, "connect");
    const closed = once(socket, "close");
    const since = performance.now();
    served.child.kill("SIGTERM");
    expect(await served.exited).toMatchObject({ code: 143 });
    await closed;
    expect(performance.now() - since).toBeLessThan(10_000);
  });
});
