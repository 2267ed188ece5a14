// @module-tag engine
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { cleanUp } from "@/server/clean-up";
import { created, intlOrder, localOrder, merchant, personOf, testDb } from "../factories";
import { api, respond } from "../http";
import { allRows, fileOf, orders, owner, type Person, read, shop, start, withoutPrintJobs, work } from "./print-jobs";
import { readPdf } from "./read-pdf";

withoutPrintJobs();

describe("the number of print jobs", () => {
  const jobs = (state: string, count: number) =>
    testDb().then((db) =>
      sql`
        insert into jobs (id, account_id, environment, kind, actor, actor_kind, payload, result, total, state, created_at,
          finished_at)
        select 'pj_' || ${state}::text || n, ${shop.accountId}, 'testing', 'print', 'x', 'person', '{}',
          '{"paper": "A4", "skipped": [], "pages": null, "printed_at": null}', 1, ${state}::text,
          now() - n * interval '1 minute', case when ${state}::text = 'FAILED' then now() end
        from generate_series(1, ${count}::int) n`.execute(db),
    );
  const count = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from jobs`.execute(await allRows())).rows[0]?.n);

  it("is limited: one is refused while 20 of the account wait or run, also when several come at once", async () => {
    const ids = await orders(1);
    await jobs("QUEUED", 18);
    await sql`update jobs set state = 'RUNNING', lease_until = now() + interval '1 hour'
      where id = 'pj_QUEUED9'`.execute(await allRows());
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(ids)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, entries } of answers.filter((answer) => answer.status !== 200))
      expect([status, entries[0]?.field, entries[0]?.message]).toEqual([
        400,
        "print_jobs",
        expect.stringContaining("20"),
      ]);
    const elsewhere = await personOf("owner", (await merchant()).accountId);
    expect((await elsewhere.api.post("/print-jobs", { order_ids: ids })).status).toBe(200);
    await sql`update jobs set state = 'STOPPED', finished_at = now() where id = 'pj_QUEUED1'`.execute(await allRows());
    expect((await start(ids)).status).toBe(200);
  });

  it("that have ended and are kept is 20, the newest; those that wait are kept as well", async () => {
    const ids = await orders(1);
    await jobs("FAILED", 30);
    await sql`update jobs set state = 'QUEUED', finished_at = null where id = 'pj_FAILED30'`.execute(await allRows());
    const { id } = (await start(ids)).body.data;
    expect(await count()).toBe(21);
    const listed = (await owner.api.get("/print-jobs")).body.data.job_list.map((job: { id: string }) => job.id);
    expect(listed).toEqual([id, ...Array.from({ length: 19 }, (_, n) => `pj_FAILED${n + 1}`)]);
    expect((await read("pj_FAILED30")).status).toBe("QUEUED");
  });
});

describe("a print job", () => {
  it("makes the labels in the given order, after a page that lists what is left out", async () => {
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

  it("logs the prints of its orders once it was printed, and not before", async () => {
    const [one, two] = await orders(2);
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { id } = (await start([one, saved.order_id, two, one], { paper: "A4" })).body.data;
    expect((await owner.api.post(`/print-jobs/${id}/printed`)).status).toBe(404);
    await work();
    await fileOf(id);
    // What was left out is not printed, even if it could be now.
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

  it("has no file when none of its orders has a label", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { id } = (await start([saved.order_id])).body.data;
    await work();
    expect(await read(id)).toMatchObject({ status: "DONE", pages: 0, ready_count: 0 });
    expect((await fileOf(id)).response.status).toBe(404);
  });

  it("fills pages of A4 across its steps", async () => {
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

  it("is made once, however often it is asked for with the same key", async () => {
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
    const response = await respond(new Request(url, { headers: { cookie: person.cookie } }));
    return ((await response.json()) as { data: { job_list: Record<string, unknown>[] } }).data.job_list;
  };

  it("has the jobs of all people of the account, the latest first, as long as their labels are kept", async () => {
    const db = await allRows();
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
    // Other people of the account can fetch the file too, and see that it was printed.
    expect((await fileOf(second, colleague)).response.status).toBe(200);
    await colleague.api.post(`/print-jobs/${second}/printed`);
    expect((await list())[0]?.printed_at).toMatch(/\+08:00$/);
    await sql`update jobs set created_at = now() - interval '24 hours' where id = ${second}`.execute(db);
    expect((await list()).map(({ id }) => id)).toEqual([first]);
  });

  it("says which jobs staff started, without a name", async () => {
    const staff = await personOf("support", null);
    const headers = { "x-account-id": shop.accountId };
    await staff.api.post("/print-jobs", { order_ids: await orders(1) }, { headers });
    expect((await list())[0]?.created_by).toEqual({ kind: "staff", name: null });
  });

  it("is refused to API clients", async () => {
    expect((await shop.testing.get("/print-jobs")).status).toBe(403);
  });

  it("leaves out an order whose label cannot be drawn, and makes the others", async () => {
    const [one = "", broken = "", two = ""] = await orders(3);
    await sql`update order_parcels set tracking_number = null where order_id = ${broken}`.execute(await allRows());
    const { id } = (await start([one, broken, two])).body.data;
    await work();
    const job = await read(id);
    expect(job).toMatchObject({ status: "DONE", done: 3, ready_count: 2, pages: 3 });
    expect(job.skipped_list).toMatchObject([{ order_id: broken, code_reason: "UNPRINTABLE" }]);
    expect((await owner.api.post(`/print-jobs/${id}/printed`)).body.data).toEqual({ recorded: 2 });
  });
});

describe("print jobs", () => {
  it("are removed after a day", async () => {
    const db = await allRows();
    const { id } = (await start(await orders(1))).body.data;
    const kept = (await start(await orders(1))).body.data;
    await work();
    await sql`update jobs set created_at = now() - interval '24 hours 1 second' where id = ${id}`.execute(db);
    expect((await owner.api.get(`/print-jobs/${id}`)).status).toBe(404);
    expect((await fileOf(id)).response.status).toBe(404);
    await cleanUp(db);
    const rows = await db.selectFrom("jobs").select("id").execute();
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
  ] as const)("are refused with an entry for %s where that is wrong (%#)", async (field, body) => {
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
    const audited = await (await allRows())
      .selectFrom("audit_log")
      .select(["operation", "object_id"])
      .where("actor", "=", `person:${staff.id}`)
      .execute();
    expect(audited).toEqual([{ operation: "readPrintJob", object_id: id }]);
  });
});
