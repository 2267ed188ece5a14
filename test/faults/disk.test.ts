// A disk that fills up under a running server. It is a separate file system, which only root can make.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localExample } from "@/lib/contracts/examples";
import { openDatabase } from "@/server/db/database";
import * as faults from "./server";

const SIZE_MB = 150;
const MB = 1 << 20;
const isRoot = process.platform === "linux" && process.getuid?.() === 0;
let disk: string;

beforeAll(async () => {
  if (!isRoot) return;
  await faults.ensureBuild();
  disk = mkdtempSync(join(tmpdir(), "sampan-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", disk]);
});
afterAll(() => {
  if (!isRoot) return;
  execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Takes all space except this much; 0: all of it. */
function fill(leave: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const file = openSync(join(disk, "ballast"), "a");
  try {
    for (let left = bavail * bsize - leave; left > 0; left -= MB) writeSync(file, Buffer.alloc(Math.min(left, MB)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
const empty = () => rmSync(join(disk, "ballast"), { force: true });

type Answer = { status: number; code: string; disk?: string; id: string };

describe.runIf(isRoot)("a disk that fills up", () => {
  it("takes no changes while it is nearly full, loses and halves nothing when it is full, and goes on afterwards", async () => {
    const dataDir = join(disk, "data");
    const credentials = await faults.merchant(dataDir, "disk@example.com");
    const served = await faults.serve({ dataDir });
    const token = await faults.tokenFrom(served.url, credentials);
    let calls = 0;
    const call = async (path: string, body?: object): Promise<Answer> => {
      calls++;
      const answer = await fetch(`${served.url}/testing/v1${path}`, {
        method: body ? "POST" : "GET",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", connection: "close" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { data, error } = (await answer.json()) as { data?: { order_id?: string }; error?: Answer };
      return { status: answer.status, code: error?.code ?? "", disk: error?.disk ?? "", id: data?.order_id ?? "" };
    };
    const create = () => call("/order/create", localExample);
    const cancel = (order_id: string) => call("/order/cancel", { order_id, reason: "DUPLICATE" });
    const createdAgain = async () => {
      for (const since = performance.now(); ; await wait(100)) {
        const answer = await create();
        if (answer.status === 200) return answer.id;
        expect([answer.status, performance.now() - since < 30_000]).toEqual([expect.any(Number), true]);
      }
    };
    const acknowledged = [await createdAgain(), await createdAgain()];

    fill(3 * MB);
    await wait(1100);
    expect(await create()).toMatchObject({ status: 503, code: "503000", disk: "nearly_full" });
    for (const path of ["/orders", "/orders/counts", `/order/label/${acknowledged[0]}`, "/events"])
      expect([path, (await call(path)).status]).toEqual([path, path === "/orders/counts" ? 403 : 200]);
    expect((await cancel(acknowledged[0] ?? "")).status).toBe(200);
    await faults.tokenFrom(served.url, credentials);
    empty();
    acknowledged.push(await createdAgain());

    // Full between two checks, while cancelling is still allowed: the database itself meets the full disk.
    for (let round = 0; round < 3; round++) {
      acknowledged.push(await createdAgain());
      fill(0);
      const answers = await Promise.all(Array.from({ length: 20 }, create));
      for (const id of acknowledged.slice(0, 8)) answers.push(await cancel(id));
      for (const { status, code, id } of answers) {
        expect(["200 ", "503 503000"]).toContain(`${status} ${code}`);
        if (status === 200 && !acknowledged.includes(id)) acknowledged.push(id);
      }
      expect([200, 503]).toContain((await call("/orders")).status);
      empty();
      acknowledged.push(await createdAgain());
    }
    const { ids, total } = await faults.listedOrders(served.url, token);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(total).toBe(ids.size);
    served.child.kill("SIGTERM");
    await served.exited;

    const database = await openDatabase({ dataDir, databaseUrl: undefined, databasePoolMax: 1 });
    const { rows } = await sql<Record<string, string>>`
      select (select count(*) from orders o where not exists (select from order_parcels p where p.order_id = o.id)
          or not exists (select from order_items i where i.order_id = o.id)) as halves,
        (select count(*) from orders) as orders,
        (select count(*) from events where event = 'order.created') as events`.execute(database.db);
    const logged = await sql<Record<string, string>>`
      select sum(coalesce(gap_calls, 1)) as calls, count(gap_calls) as gaps from request_log
      where account_id = (select account_id from people where email = 'disk@example.com')`.execute(database.db);
    await database.close();
    // Calls that could not be logged are counted.
    const listing = Math.ceil(total / 100);
    expect(logged.rows).toEqual([{ calls: String(calls + listing), gaps: expect.stringMatching(/^[1-9]/) }]);
    expect(rows).toEqual([{ halves: "0", orders: expect.any(String), events: rows[0]?.orders }]);
  }, 180_000);
});
