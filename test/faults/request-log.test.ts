import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/server/db/database";
import * as faults from "./server";

let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sampan-request-log-"));
  await faults.ensureBuild();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Gap = { since: Date; until: Date; calls: number | null };

/** The orders whose creation is in the log of a server that has ended, and the log's gaps. */
async function logged(dataDir: string): Promise<{ ids: Set<string>; gaps: Gap[] }> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, databasePoolMax: 1 });
  try {
    const created = await sql<{ id: string }>`
      select unnest(objects) as id from request_log where operation = 'createOrder'`.execute(database.db);
    const gaps = await sql<Gap>`
      select gap_since as since, at as until, gap_calls as calls from request_log
      where gap_since is not null and account_id = (select account_id from people where email = 'log@example.com')
        and environment = 'testing'`.execute(database.db);
    return { ids: new Set(created.rows.map(({ id }) => id)), gaps: gaps.rows };
  } finally {
    await database.close();
  }
}

it("a server that is killed while it is only read from has logged all calls but those of the last second", async () => {
  const dataDir = join(root, "reads");
  const credentials = await faults.merchant(dataDir, "reads@example.com");
  const served = await faults.serve({ dataDir });
  const token = await faults.tokenFrom(served.url, credentials);
  const ids: (string | null)[] = [];
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${served.url}/testing/v1/providers`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    ids.push(answer.headers.get("x-request-id"));
  }
  await wait(1000);
  served.child.kill("SIGKILL");
  await served.exited;
  const database = await openDatabase({ dataDir, databaseUrl: undefined, databasePoolMax: 1 });
  const { rows } = await sql<{ request_id: string }>`
    select request_id from request_log where operation = 'listProviders'`.execute(database.db);
  await database.close();
  expect(rows.map(({ request_id }) => request_id).sort()).toEqual(ids.sort());
});

it("a server logs every call before it stops; killed, it loses those of the last second and shows when", async () => {
  const dataDir = join(root, "log");
  const credentials = await faults.merchant(dataDir, "log@example.com");
  const start = async () => {
    const served = await faults.serve({ dataDir });
    const token = await faults.tokenFrom(served.url, credentials);
    return { served, load: faults.createOrders(served.url, token, 4, true) };
  };
  const stopped = await start();
  await stopped.load.reached(150);
  stopped.served.child.kill("SIGTERM");
  await stopped.served.exited;
  await stopped.load.over;
  const whole = await logged(dataDir);
  expect(stopped.load.acknowledged.filter((id) => !whole.ids.has(id))).toEqual([]);
  expect(whole.gaps).toEqual([]);

  const killed = await start();
  await killed.load.reached(150);
  const early = [...killed.load.acknowledged];
  await wait(1000);
  const at = Date.now();
  killed.served.child.kill("SIGKILL");
  await killed.served.exited;
  await killed.load.over;
  expect(killed.load.acknowledged.length).toBeGreaterThan(early.length);
  // The next start finds that the last one ended without a word.
  const next = await faults.serve({ dataDir });
  next.child.kill("SIGTERM");
  await next.exited;
  const { ids, gaps } = await logged(dataDir);
  expect(early.filter((id) => !ids.has(id))).toEqual([]);
  expect(gaps).toEqual([{ since: expect.any(Date), until: expect.any(Date), calls: null }]);
  expect(gaps[0]?.since.getTime()).toBeLessThan(at);
  expect(gaps[0]?.until.getTime()).toBeGreaterThanOrEqual(at);
});
