// Servers that create orders and send webhooks themselves: stopped, killed, and their PostgreSQL with them.
import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createOrders, ensureBuild, listedOrders, merchant, type Served, serve, tokenFrom } from "./server";
import { ADMIN_URL, duplicates, type Hook, hook, openStage, sendingTo, started, until, wrong } from "./webhook-stage";

const EXIT_MS = 25_000;
const CLUSTER = join(import.meta.dirname, "../../.ci/postgres");

const run = promisify(execFile);
const upTo50 = () => randomInt(51);
const undo: (() => unknown)[] = [];

beforeAll(ensureBuild);
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function server(dataDir: string, env: Record<string, string>): Promise<Served> {
  const served = await serve({ dataDir, env });
  undo.push(async () => {
    served.child.kill("SIGKILL");
    await served.exited;
  });
  return served;
}

/** The orders for which a receiver got the creation event. */
function ordersOf({ received }: Hook): Set<string> {
  return new Set(received.map(({ body }) => (JSON.parse(body) as { data: { order_id: string } }).data.order_id));
}

describe.runIf(ADMIN_URL)("PostgreSQL that crashes under load", () => {
  it("loses no acknowledged order and no event, and the workers come back unaided", async () => {
    const cluster = mkdtempSync("/tmp/sampan-webhooks.");
    const { stdout } = await run(CLUSTER, [cluster]);
    undo.push(() => run(CLUSTER, ["stop", cluster]));
    // Slow enough that each crash interrupts as many requests as can be in flight.
    const to = await hook(() => randomInt(200));
    const stage = await openStage(stdout.trim(), [to]);
    undo.push(() => stage.close());
    const created = await stage.endpoint(`${to.url}/created`, "order.created");
    const later = await Promise.all(Array.from({ length: 4 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
    const pair = [stage.worker(), stage.worker()];
    const web = await server(stage.folder, stage.env);
    await started(...pair);

    const load = createOrders(web.url, await tokenFrom(web.url, created.credentials), 6, true);
    const downMs: number[] = [];
    for (let round = 0; round < 4; round++) {
      await load.reached(load.acknowledged.length + 80 + randomInt(80));
      const since = performance.now();
      await run(CLUSTER, ["crash", cluster]);
      await load.reached(load.acknowledged.length + 20);
      downMs.push(Math.round(performance.now() - since));
    }
    web.child.kill("SIGTERM");
    await Promise.all([web.exited, load.over]);
    await stage.drained(60_000);

    const { rows: stored } = await sql<{ order_id: string; event_id: string }>`
      select o.id as order_id, e.id as event_id from orders o left join events e on e.order_id = o.id`.execute(
      stage.db,
    );
    console.log(
      `${load.acknowledged.length} acknowledged, ${stored.length} stored, ${to.arrivals.size} events came, ` +
        `${duplicates(to)} twice; acknowledged again after (ms) ${downMs.join(" ")}`,
    );
    const orders = new Set(stored.map(({ order_id }) => order_id));
    expect(load.acknowledged.filter((id) => !orders.has(id))).toEqual([]);
    expect([...to.arrivals.keys()].sort()).toEqual(stored.map(({ event_id }) => event_id).sort());

    // Both keep working.
    const { rows: before } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(stage.db);
    const committed = await stage.commit(later, 1600);
    await stage.drained(60_000);
    expect(committed.filter((id) => !to.arrivals.has(id))).toEqual([]);
    const { rows: workers } = await sql`
      select distinct worker from webhook_attempts where started_at > ${before[0]?.at}`.execute(stage.db);
    expect(workers).toHaveLength(2);
    expect(pair.map(({ child }) => child.exitCode)).toEqual([null, null]);
    expect(wrong(await stage.ledger())).toEqual([]);
  });
});

describe.runIf(ADMIN_URL)("a server that sends webhooks itself, next to a worker", () => {
  it("sends nothing twice when it gets SIGTERM under load, and leaves the rest to the worker", async () => {
    const to = await hook(upTo50);
    const stage = await openStage(ADMIN_URL ?? "", [to]);
    undo.push(() => stage.close());
    const { credentials } = await stage.endpoint(to.url, "order.created");
    const worker = stage.worker();
    const acknowledged: string[] = [];
    const stopMs: number[] = [];
    for (let round = 0; round < 3; round++) {
      const web = await server(stage.folder, stage.env);
      await worker.started;
      const load = createOrders(web.url, await tokenFrom(web.url, credentials), 8, true);
      await load.reached(120 + randomInt(120));
      await until(() => to.open() > 0, 30_000);
      const since = performance.now();
      web.child.kill("SIGTERM");
      expect(await web.exited).toEqual({ code: 143, signal: null });
      stopMs.push(Math.round(performance.now() - since));
      await load.over;
      expect(load.errors).toEqual({});
      acknowledged.push(...load.acknowledged);
    }
    await stage.drained(30_000);
    console.log(`${acknowledged.length} acknowledged, stopped after (ms) ${stopMs.join(" ")}`);
    expect([...ordersOf(to)].sort()).toEqual(acknowledged.sort());
    expect(duplicates(to)).toBe(0);
    expect((await stage.ledger()).filter(({ attempts, succeeded }) => attempts !== 1 || succeeded !== 1)).toEqual([]);
    expect(stopMs.filter((ms) => ms > EXIT_MS)).toEqual([]);
    const { rows: workers } = await sql`select distinct worker from webhook_attempts`.execute(stage.db);
    // Three servers, each of one process or more, and the worker.
    expect(workers.length).toBeGreaterThanOrEqual(4);
  });
});

describe("an embedded server that is killed in the middle of deliveries", () => {
  it("has delivered the event of every acknowledged order soon after it is started again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sampan-webhooks-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const to = await hook(upTo50);
    undo.push(() => to.close());
    const env = await sendingTo([to], folder);
    const dataDir = join(folder, "data");
    const credentials = await merchant(dataDir, "killed@example.com");
    const acknowledged: string[] = [];
    const open: number[] = [];
    const kills = 3;
    for (let round = 0; round < kills; round++) {
      const served = await server(dataDir, env);
      const token = await tokenFrom(served.url, credentials);
      if (round === 0) {
        const answer = await fetch(`${served.url}/testing/v1/webhooks`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", connection: "close" },
          body: JSON.stringify({ url: to.url, events: ["order.created"] }),
        });
        expect(answer.status).toBe(200);
      }
      const load = createOrders(served.url, token, 8, true);
      await load.reached(60 + randomInt(60));
      await until(() => to.open() > 0, 30_000);
      open.push(to.open());
      served.child.kill("SIGKILL");
      await Promise.all([served.exited, load.over]);
      acknowledged.push(...load.acknowledged);
    }
    const served = await server(dataDir, env);
    const { ids } = await listedOrders(served.url, await tokenFrom(served.url, credentials));
    const since = performance.now();
    await until(() => ordersOf(to).size >= ids.size, 30_000);
    console.log(
      `${acknowledged.length} acknowledged, ${ids.size} stored, ${duplicates(to)} events twice, open at kills ` +
        `${open.join(" ")}; all received after ${Math.round(performance.now() - since)} ms`,
    );
    const received = ordersOf(to);
    expect(acknowledged.filter((id) => !received.has(id))).toEqual([]);
    expect([...received].sort()).toEqual([...ids].sort());
    expect(duplicates(to)).toBeLessThanOrEqual(8 * kills);
  });
});
