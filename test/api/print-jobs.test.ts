/** `/print-jobs`: the labels of many orders made in the background (experience, Printing). */
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "@/server/clean-up";
import { runPrintJobs } from "@/server/documents";
import { readPdf } from "../documents/read-pdf";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { api, dispatch } from "../http";

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("print_jobs").execute();
});

const start = (order_ids: unknown, change: Record<string, unknown> = {}) =>
  owner.api.post("/print-jobs", { order_ids, ...change });
const read = async (id: string) => (await owner.api.get(`/print-jobs/${id}`)).body.data;
const work = async (signal = new AbortController().signal) => runPrintJobs(await testDb(), signal);

async function fileOf(id: string, person: Person = owner): Promise<{ response: Response; bytes: Uint8Array }> {
  const url = `http://localhost:3000/testing/v1/print-jobs/${id}/file`;
  const response = await dispatch(new Request(url, { headers: { cookie: person.cookie } }));
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function orders(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each++) ids.push((await created(shop.testing)).order_id);
  return ids;
}

/** Runs the work and, in every turn of the event loop, what the test has to say. */
async function workBesides(
  besides: (job: { status: string; done: number }) => Promise<void> | void,
): Promise<number[]> {
  const db = await testDb();
  const seen: number[] = [];
  let isDone = false;
  const running = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const job = await db.selectFrom("print_jobs").select(["status", "done"]).executeTakeFirstOrThrow();
    if (job.done !== seen.at(-1)) seen.push(job.done);
    await besides(job);
    await turn();
  }
  await running;
  return seen;
}

describe("a print job", () => {
  it("makes the labels in the given order, after a page of what is left out", async () => {
    const [first, second] = [await created(shop.testing), await created(shop.testing, intlOrder())];
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "OTHER" });
    const foreign = await created((await merchant()).testing);
    const ids = [second, saved, first, cancelled, foreign, second].map(({ order_id }) => order_id);
    const { status, body } = await start(ids, { paper: "A6" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: "QUEUED",
      total: 6,
      done: 0,
      pages: null,
      paper: "A6",
      skipped_list: [],
    });
    const { id } = body.data;
    expect((await fileOf(id)).response.status).toBe(404);
    await work();
    const job = await read(id);
    expect(job).toMatchObject({ status: "DONE", total: 6, done: 6, ready_count: 2, pages: 3 });
    type Skipped = { order_id: string; code_reason: string };
    expect(job.skipped_list.map(({ order_id, code_reason }: Skipped) => [order_id, code_reason])).toEqual([
      [saved.order_id, "NOT_CONFIRMED"],
      [cancelled.order_id, "CANCELLED"],
      [foreign.order_id, "NOT_FOUND"],
      [second.order_id, "DUPLICATE"],
    ]);
    expect(Date.parse(job.expires_at) - Date.parse(job.created_at)).toBe(24 * 3_600_000);
    const { response, bytes } = await fileOf(id);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain("labels-2.pdf");
    const pages = readPdf(bytes);
    expect(pages).toHaveLength(3);
    for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([105, 148]);
    expect(pages[0]?.text).toContain("2 orders printed, 4 orders left out:");
    expect(pages[0]?.text).toContain(`${saved.order_id}: not confirmed`);
    expect(pages[0]?.text).toContain(`${cancelled.order_id}: cancelled`);
    expect(pages[0]?.text).toContain(`${foreign.order_id}: no such order`);
    expect(pages[0]?.text).toContain(`${second.order_id}: selected twice, printed once`);
    expect(pages[0]?.text).toContain("TEST");
    expect([pages[1]?.text.includes(second.order_id), pages[2]?.text.includes(first.order_id)]).toEqual([true, true]);
  });

  it("logs the prints of its orders once somebody has printed it, and not before", async () => {
    const [one, two] = await orders(2);
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { id } = (await start([one, saved.order_id, two, one], { paper: "A4" })).body.data;
    expect((await owner.api.post(`/print-jobs/${id}/printed`)).status).toBe(404);
    await work();
    await fileOf(id);
    // What was left out is not printed, whatever became of it since.
    await shop.testing.post("/order/confirm", { order_id: saved.order_id });
    const counts = async () => {
      const answers = await Promise.all(
        [one, two, saved.order_id].map((order) => owner.api.get(`/order/prints/${order}`)),
      );
      return answers.map(({ body }) => body.data.print_count);
    };
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await owner.api.post(`/print-jobs/${id}/printed`)).body.data).toEqual({ recorded: 2 });
    expect(await counts()).toEqual([1, 1, 0]);
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect((await stranger.api.post(`/print-jobs/${id}/printed`)).status).toBe(404);
    expect((await shop.testing.post(`/print-jobs/${id}/printed`)).status).toBe(403);
  });

  it("of orders of which none has a label has no file", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { id } = (await start([saved.order_id])).body.data;
    await work();
    expect(await read(id)).toMatchObject({ status: "DONE", pages: 0, ready_count: 0 });
    expect((await fileOf(id)).response.status).toBe(404);
  });

  it("shares pages of A4 across its steps", async () => {
    const ids = await orders(7);
    const { id } = (await start(ids, { paper: "A4", per_page: "4", start: "3" })).body.data;
    await work();
    const found = readPdf((await fileOf(id)).bytes).map(({ text }) => text.match(/(?<=ORDER {2})\d+/g));
    expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 6), ids.slice(6)]);
  });

  it("changes nothing of its orders", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    await start([saved.order_id, (await created(shop.testing)).order_id]);
    await work();
    const { body } = await shop.testing.get(`/order/detail/${saved.order_id}`);
    expect(body.data).toMatchObject({ order_status: "PENDING_CONFIRM", tracking_number: null });
  });

  it("is one however often it is asked for with one key", async () => {
    const ids = await orders(1);
    const headers = { "idempotency-key": "print-once" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.api.post("/print-jobs", { order_ids: ids }, { headers })),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, body.error.code, body.error.id]).toEqual([500, "500998", made[0]?.body.data.id]);
  });
});

describe("the list of jobs", () => {
  const list = async (person: Person = owner, environment = "testing") => {
    const url = `http://localhost:3000/${environment === "testing" ? "testing/" : ""}v1/print-jobs`;
    const response = await dispatch(new Request(url, { headers: { cookie: person.cookie } }));
    return ((await response.json()) as { data: { job_list: Record<string, unknown>[] } }).data.job_list;
  };

  it("has those of everybody of the account, the latest first, as long as their labels are kept", async () => {
    const db = await testDb();
    expect(await list()).toEqual([]);
    const [one = "", two = ""] = await orders(2);
    const colleague = await personOf("member", shop.accountId);
    await db.updateTable("people").set({ name: "Ho Wing Yan" }).where("id", "=", colleague.id).execute();
    const first = (await colleague.api.post("/print-jobs", { order_ids: [one] })).body.data.id;
    const second = (await start([one, two], { paper: "A6" })).body.data.id;
    await work();
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect([await list(stranger), await list(owner, "production")]).toEqual([[], []]);
    const jobs = await list();
    expect(jobs.map(({ id }) => id)).toEqual([second, first]);
    expect(jobs[0]).toEqual(await read(second));
    expect(jobs[1]).toMatchObject({
      status: "DONE",
      ready_count: 1,
      created_by: { kind: "person", name: "Ho Wing Yan" },
      printed_at: null,
    });
    // Whoever lost the page has the file all the same, and sees that it was printed.
    expect((await fileOf(second, colleague)).response.status).toBe(200);
    await colleague.api.post(`/print-jobs/${second}/printed`);
    expect((await list())[0]?.printed_at).toMatch(/\+08:00$/);
    await sql`update print_jobs set created_at = now() - interval '24 hours' where id = ${second}`.execute(db);
    expect((await list()).map(({ id }) => id)).toEqual([first]);
  });

  it("says of staff's that they are staff's", async () => {
    const staff = await personOf("support", null);
    const headers = { "x-account-id": shop.accountId };
    await staff.api.post("/print-jobs", { order_ids: await orders(1) }, { headers });
    expect((await list())[0]?.created_by).toEqual({ kind: "staff", name: null });
  });

  it("is nothing for API clients", async () => {
    expect((await shop.testing.get("/print-jobs")).status).toBe(403);
  });

  it("leaves out an order whose label cannot be drawn, and makes the others", async () => {
    const [one = "", broken = "", two = ""] = await orders(3);
    await sql`update order_parcels set tracking_number = null where order_id = ${broken}`.execute(await testDb());
    const { id } = (await start([one, broken, two])).body.data;
    await work();
    const job = await read(id);
    expect(job).toMatchObject({ status: "DONE", done: 3, ready_count: 2, pages: 3 });
    expect(job.skipped_list).toMatchObject([{ order_id: broken, code_reason: "UNPRINTABLE" }]);
    expect((await owner.api.post(`/print-jobs/${id}/printed`)).body.data).toEqual({ recorded: 2 });
  });
});

describe("the work on a job", () => {
  it("shows its progress, and others get their turn", async () => {
    const ids = await orders(120);
    const { id } = (await start(ids)).body.data;
    let answered = 0;
    const seen = await workBesides(async () => {
      if ((await shop.testing.get("/orders?limit=1")).status === 200) answered++;
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(answered).toBeGreaterThanOrEqual(6);
    expect(await read(id)).toMatchObject({ status: "DONE", done: 120, pages: 120 });
  });

  it("gives the bytes that the same labels have at once, whatever is drawn between its steps", async () => {
    const ids = await orders(30);
    const { id } = (await start(ids)).body.data;
    const other = await created(shop.testing, intlOrder());
    await workBesides(async () => {
      await shop.testing.get(`/order/label/${other.order_id}`);
    });
    const again = (await start(ids)).body.data;
    await work();
    expect(Buffer.from((await fileOf(id)).bytes).equals(Buffer.from((await fileOf(again.id)).bytes))).toBe(true);
    const pages = readPdf((await fileOf(id)).bytes);
    expect(pages.map(({ text }) => /ORDER {2}(\d+)/.exec(text)?.[1])).toEqual(ids);
  });

  it("is one worker's", async () => {
    const jobs = [];
    for (let count = 0; count < 4; count++) jobs.push((await start(await orders(3))).body.data.id);
    await Promise.all([work(), work(), work()]);
    const rows = await (await testDb()).selectFrom("print_jobs").select(["id", "status", "attempts"]).execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(jobs.sort());
    for (const row of rows) expect(row).toMatchObject({ status: "DONE", attempts: 1 });
  });

  it("goes on elsewhere when its worker is gone, and the late one writes nothing", async () => {
    const db = await testDb();
    const ids = await orders(60);
    const { id } = (await start(ids)).body.data;
    let isLate = false;
    await workBesides(async ({ done }) => {
      if (done === 0 || isLate) return;
      // Taken over by one that is gone as well: by its lease alone, the first could still renew it before the next looks.
      const { rows: taken } = await sql`
        update print_jobs set lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
        where id = ${id} and status = 'RUNNING' returning id`.execute(db);
      isLate = taken.length > 0;
      if (!isLate) return;
      await work();
      const rows = await db.selectFrom("print_jobs").select(["status", "attempts"]).execute();
      expect(rows).toEqual([{ status: "DONE", attempts: 2 }]);
      await sql`update print_jobs set file = null where id = ${id}`.execute(db);
    });
    expect(isLate).toBe(true);
    const row = await db.selectFrom("print_jobs").select(["status", "attempts", "file"]).executeTakeFirst();
    expect(row).toEqual({ status: "DONE", attempts: 2, file: null });
  });

  it("is given back at a stop, to be begun anew, which is no failed try", async () => {
    const db = await testDb();
    const { id } = (await start(await orders(40))).body.data;
    const stopping = new AbortController();
    const running = work(stopping.signal);
    while ((await read(id)).status === "QUEUED") await turn();
    stopping.abort();
    await running;
    const row = await db.selectFrom("print_jobs").select(["status", "attempts", "lease_token"]).executeTakeFirst();
    expect(row).toEqual({ status: "QUEUED", attempts: 0, lease_token: null });
    await work();
    expect(await read(id)).toMatchObject({ status: "DONE", pages: 40 });
  });

  it("is given up after three tries", async () => {
    const db = await testDb();
    const { id } = (await start(await orders(1))).body.data;
    for (let count = 0; count < 3; count++) {
      await sql`update print_jobs set status = 'RUNNING', attempts = attempts + 1,
        lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' where id = ${id}`.execute(db);
    }
    await work();
    expect((await read(id)).status).toBe("FAILED");
    expect((await fileOf(id)).response.status).toBe(404);
  });
});

describe("cancelling", () => {
  it("keeps a waiting job from being begun, and stops one that runs", async () => {
    // So many that none but a stopped job ends before the request that cancels it has come.
    const ids = await orders(150);
    const waiting = (await start(ids)).body.data;
    const { body } = await owner.api.post(`/print-jobs/${waiting.id}/cancel`);
    expect(body.data.status).toBe("CANCELLED");
    await work();
    expect(await read(waiting.id)).toMatchObject({ status: "CANCELLED", done: 0 });
    await (await testDb()).deleteFrom("print_jobs").execute();

    const running = (await start(ids)).body.data;
    await workBesides(async ({ status, done }) => {
      if (status === "RUNNING" && done > 0) await owner.api.post(`/print-jobs/${running.id}/cancel`);
    });
    const job = await read(running.id);
    expect(job.status).toBe("CANCELLED");
    expect(job.done).toBeLessThan(150);
    expect((await fileOf(running.id)).response.status).toBe(404);
  });

  it("leaves one that has ended as it is", async () => {
    const { id } = (await start(await orders(1))).body.data;
    await work();
    expect((await owner.api.post(`/print-jobs/${id}/cancel`)).body.data.status).toBe("DONE");
  });
});

describe("print jobs", () => {
  it("are gone after a day", async () => {
    const db = await testDb();
    const { id } = (await start(await orders(1))).body.data;
    const kept = (await start(await orders(1))).body.data;
    await work();
    await sql`update print_jobs set created_at = now() - interval '24 hours 1 second' where id = ${id}`.execute(db);
    expect((await owner.api.get(`/print-jobs/${id}`)).status).toBe(404);
    expect((await fileOf(id)).response.status).toBe(404);
    await cleanUp(db);
    const rows = await db.selectFrom("print_jobs").select("id").execute();
    expect(rows).toEqual([{ id: kept.id }]);
  });

  it.each([
    ["order_ids", {}],
    ["order_ids", { order_ids: [] }],
    ["order_ids", { order_ids: Array.from({ length: 1001 }, () => "1") }],
    ["order_ids[]", { order_ids: ["x"] }],
    ["paper", { order_ids: ["1"], paper: "A5" }],
    ["per_page", { order_ids: ["1"], per_page: "4" }],
    ["start", { order_ids: ["1"], paper: "A4", per_page: "4", start: "5" }],
  ] as const)("are refused naming %s where that is wrong (%#)", async (field, body) => {
    const { status, entries } = await owner.api.post("/print-jobs", body);
    expect([status, entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("are for people of the account and environment", async () => {
    const ids = await orders(1);
    const { id } = (await start(ids)).body.data;
    await work();
    const stranger = await personOf("owner", (await merchant()).accountId);
    const inProduction = await personOf("owner", shop.accountId, "production");
    const colleague = await personOf("member", shop.accountId);
    expect((await colleague.api.get(`/print-jobs/${id}`)).status).toBe(200);
    for (const path of [`/print-jobs/${id}`, `/print-jobs/${id}/file`]) {
      expect((await api("testing").get(path)).status).toBe(401);
      expect((await shop.testing.get(path)).status).toBe(403);
      expect((await stranger.api.get(path)).status).toBe(404);
      expect((await inProduction.api.get(path)).status).toBe(404);
    }
    expect((await api("testing").post("/print-jobs", { order_ids: ids })).status).toBe(401);
    expect((await shop.testing.post("/print-jobs", { order_ids: ids })).status).toBe(403);
    expect((await stranger.api.post(`/print-jobs/${id}/cancel`)).status).toBe(404);
    const elsewhere = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await owner.api.post("/print-jobs", { order_ids: ids }, elsewhere)).status).toBe(403);
  });

  it("by staff are audited by their id", async () => {
    const { id } = (await start(await orders(1))).body.data;
    const staff = await personOf("support", null);
    const headers = { "x-account-id": shop.accountId };
    expect((await staff.api.get(`/print-jobs/${id}`, { headers })).status).toBe(200);
    const audited = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "object_id"])
      .where("actor", "=", `person:${staff.id}`)
      .execute();
    expect(audited).toEqual([{ operation: "readPrintJob", object_id: id }]);
  });
});
