// @module-tag engine
/** Bulk actions: the same operation for many orders, in the background (contract §38.2). */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_BULK } from "@/lib/orders/choices";
import { cleanUp } from "@/server/clean-up";
import { everyAccount } from "@/server/db/scoped";
import { bulkWork } from "@/server/http/bulk/bulk-work";
import { JobRun, runJobs } from "@/server/jobs";
import { productDatabase } from "@/test/database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Answer } from "@/test/http";
import { freshItem, must, naming, orderIn, warehouse } from "@/test/pick-pack/warehouse";
import { changeSheet, dearerBy } from "@/test/sheets";

type Person = Awaited<ReturnType<typeof personOf>>;
type Row = { index: number; id: string; error?: { code: string; error_trace?: { field: string }[] } };

let shop: Merchant;
let owner: Person;

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
});
beforeEach(async () => {
  await everyAccount(await testDb())
    .deleteFrom("jobs")
    .execute();
});

const saved = (count: number, of = shop) =>
  Promise.all(Array.from({ length: count }, () => created(of.testing, localOrder({ confirm_shipment: "N" })))).then(
    (orders) => orders.map(({ order_id }) => order_id),
  );
const start = (body: object, by: Person = owner, options = {}) => by.api.post("/bulk", body, options);
const work = async (signal = new AbortController().signal) => runJobs((await productDatabase()).db, bulkWork, signal);
const read = async (id: string, by: Person = owner) => must(await by.api.get(`/bulk/${id}`)).body.data;
const results = async (id: string, query = "", by: Person = owner): Promise<Row[]> =>
  must(await by.api.get(`/bulk/${id}/results?limit=100${query}`)).body.data;
const statusOf = async (id: string, of = shop) =>
  must(await of.testing.get(`/order/detail/${id}`)).body.data.order_status;

/** Begins a bulk action and carries it out. */
async function done(body: object, by: Person = owner) {
  const { bulk_id } = must(await start(body, by)).body.data;
  await work();
  return { bulk: await read(bulk_id, by), rows: await results(bulk_id, "", by) };
}

describe("a bulk action", () => {
  it("does the operation for each order, and says what became of each", async () => {
    const [one = "", two = ""] = await saved(2);
    const confirmed = await created(shop.testing);
    const foreign = await created((await merchant()).testing);
    const ids = [two, confirmed.order_id, one, foreign.order_id, "7"];
    const begun = must(await start({ operation: "confirmOrder", ids })).body.data;
    expect(begun).toMatchObject({
      bulk_id: expect.stringMatching(/^bulk_[0-9a-f]{24}$/),
      operation: "confirmOrder",
      state: "RUNNING",
      total: 5,
      done: 0,
      failed: 0,
      created_by: { kind: "person" },
      finish_time: null,
    });
    await work();
    expect(await read(begun.bulk_id)).toMatchObject({ state: "DONE", total: 5, done: 2, failed: 3, requested: 0 });
    const rows = await results(begun.bulk_id);
    expect(rows.map(({ index, id, error }) => [index, id, error?.code ?? null])).toEqual([
      [0, two, null],
      [1, confirmed.order_id, "400000"],
      [2, one, null],
      [3, foreign.order_id, "404000"],
      [4, "7", "404000"],
    ]);
    expect(rows[0]).toEqual({
      index: 0,
      id: two,
      order_status: "READY_TO_SHIP",
      tracking_number: expect.stringMatching(/^ST/),
    });
    expect(rows[1]?.error?.error_trace).toMatchObject([{ field: "order_id", code: "400452", pointer: "/order_id" }]);
    expect((await results(begun.bulk_id, "&failed=Y")).map(({ index }) => index)).toEqual([1, 3, 4]);
    expect((await results(begun.bulk_id, "&failed=N")).map(({ index }) => index)).toEqual([0, 2]);
    expect(await statusOf(one)).toBe("READY_TO_SHIP");
  });

  it("says what failed in the language of who reads it", async () => {
    const { order_id } = await created(shop.testing);
    const { bulk } = await done({ operation: "confirmOrder", ids: [order_id] });
    const headers = { "x-sampan-language": "zh-Hant" };
    const { body } = await owner.api.get(`/bulk/${bulk.bulk_id}/results`, { headers });
    expect(body.data[0].error.error_trace[0].message).toMatch(/訂單/);
  });

  it("is for each order once, however often and however it is named", async () => {
    const [id = ""] = await saved(1);
    const { rows } = await done({ operation: "confirmOrder", ids: [id, "7", id, "007", ` ${id}`] });
    expect(rows.map((row) => row.id)).toEqual([id, "7"]);
  });

  it("has values for all its orders, and for single ones", async () => {
    const [one = "", two = ""] = await saved(2);
    const input = { client_remarks: "For all" };
    const inputs = [{ id: two, input: { client_remarks: "For two" } }];
    await done({ operation: "updateOrder", ids: [one, two], input, inputs });
    const remarks = async (id: string) => (await shop.testing.get(`/order/detail/${id}`)).body.data.client_remarks;
    expect([await remarks(one), await remarks(two)]).toEqual(["For all", "For two"]);
  });

  it("confirms at new prices that were agreed to", async () => {
    const ids = await saved(2);
    const restore = await changeSheet("TARIFF", "LOCAL_DOOR", (rows) => rows.map(dearerBy(7, "first_price")));
    try {
      const refused = await done({ operation: "confirmOrder", ids });
      type Dearer = { error_trace: { quote_id: string }[] };
      const quotes = refused.rows.map(({ error }) => (error as unknown as Dearer).error_trace[0]?.quote_id ?? "");
      expect(refused.bulk.failed).toBe(2);
      const inputs = ids.map((id, at) => ({ id, input: { quote_id: quotes[at] } }));
      expect((await done({ operation: "confirmOrder", ids, inputs })).bulk).toMatchObject({ done: 2, failed: 0 });
    } finally {
      await restore();
    }
  });

  it("is for what a list's filters let through when it begins", async () => {
    const place = await merchant();
    const person = await personOf("member", place.accountId);
    const ids = await saved(3, place);
    await created(place.testing);
    const query = { status: "PENDING_CONFIRM", sort: "create_time" };
    const begun = must(await start({ operation: "confirmOrder", query }, person)).body.data;
    const [late = ""] = await saved(1, place);
    await work();
    const rows = await results(begun.bulk_id, "", person);
    expect(rows.map(({ id }) => id)).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    expect(await statusOf(late, place)).toBe("PENDING_CONFIRM");
    const none = await start({ operation: "confirmOrder", query: { status: "DELIVERED" } }, person);
    expect([none.status, none.entries[0]?.field]).toEqual([400, "query"]);
  });

  it.each([
    ["operation", {}],
    ["operation", { operation: "deleteProduct" }],
    ["ids", {}],
    ["ids", { ids: [] }],
    ["ids[]", { ids: ["x"] }],
    ["ids", { ids: Array.from({ length: MAX_BULK + 1 }, (_, n) => String(n + 1)) }],
    ["query", { ids: ["1"], query: {} }],
    ["query.status", { query: { status: "LOST" } }],
    ["input.reason", { operation: "cancelOrder", ids: ["1"] }],
    ["input.reason", { operation: "cancelOrder", ids: ["1"], input: { reason: "BORED" } }],
    ["inputs[].id", { ids: ["1"], inputs: [{ id: "2", input: {} }] }],
    ["inputs[].input.quote_id", { ids: ["1"], inputs: [{ id: "1", input: { quote_id: 7 } }] }],
  ])("names what is wrong: %s", async (field, change) => {
    const { status, entries } = await start({
      operation: field === "operation" ? undefined : "confirmOrder",
      ...change,
    });
    expect([status, entries.map((entry) => entry.field)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it("is begun once with one key", async () => {
    const ids = await saved(1);
    const headers = { "idempotency-key": "bulk-once" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => start({ operation: "confirmOrder", ids }, owner, { headers })),
    );
    const [made, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const { status, body } of answers.filter((answer) => answer !== made))
      expect([status, body.error.code, body.error.bulk_id]).toEqual([500, "500998", made?.body.data.bulk_id]);
  });

  it("is refused while 20 of the account are open, and is listed for the account's people", async () => {
    const colleague = await personOf("member", shop.accountId);
    const ids = await saved(1);
    const begun: string[] = [];
    for (let n = 0; n < 20; n++) begun.push(must(await start({ operation: "confirmOrder", ids })).body.data.bulk_id);
    const refused = await start({ operation: "confirmOrder", ids });
    expect([refused.status, refused.entries[0]?.field]).toEqual([400, "bulk"]);
    const list = must(await colleague.api.get("/bulk?limit=2&offset=1")).body;
    expect(list.data.map(({ bulk_id }: { bulk_id: string }) => bulk_id)).toEqual([begun[18], begun[17]]);
    expect(list.pagination.total).toBe(20);
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect(must(await stranger.api.get("/bulk")).body.data).toEqual([]);
    for (const path of [`/bulk/${begun[0]}`, `/bulk/${begun[0]}/results`])
      expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.post(`/bulk/${begun[0]}/stop`)).status).toBe(404);
    const elsewhere = await personOf("owner", shop.accountId, "production");
    expect((await elsewhere.api.get(`/bulk/${begun[0]}`)).status).toBe(404);
  });

  it("keeps nothing of what it was told once it has ended", async () => {
    const db = await testDb();
    const told = async (id: string) =>
      (await sql<{ payload: object }>`select payload from jobs where id = ${id}`.execute(db)).rows[0]?.payload;
    const input = { client_remarks: "Ring for Zedmark" };
    const { bulk } = await done({ operation: "updateOrder", ids: await saved(1), input });
    const { bulk_id } = must(await start({ operation: "updateOrder", ids: await saved(1), input })).body.data;
    expect(JSON.stringify(await told(bulk_id))).toContain("Zedmark");
    must(await owner.api.post(`/bulk/${bulk_id}/stop`));
    expect([await told(bulk.bulk_id), await told(bulk_id)]).toEqual([{}, {}]);
  });

  it("goes after 30 days, with what became of its orders", async () => {
    const { bulk } = await done({ operation: "confirmOrder", ids: await saved(2) });
    const db = await testDb();
    await sql`update jobs set created_at = now() - interval '30 days 1 minute' where id = ${bulk.bulk_id}`.execute(db);
    await cleanUp((await productDatabase()).db);
    expect((await owner.api.get(`/bulk/${bulk.bulk_id}`)).status).toBe(404);
    const { rows } = await sql`select 1 from job_rows`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe("the rights of a bulk action", () => {
  it("are those of the operation", async () => {
    const ids = await saved(1);
    const refused = async (operation: string, by: Person, input?: object): Promise<[number, string]> => {
      const { status, body } = await start({ operation, ids, input }, by);
      return [status, body.error?.code];
    };
    const packer = await personOf("warehouse", null);
    const support = await personOf("support", null, "production");
    expect(await refused("confirmPickPack", owner)).toEqual([403, "403000"]);
    expect(await refused("confirmOrder", packer)).toEqual([403, "403000"]);
    expect(await refused("confirmOrder", support)).toEqual([400, "400000"]);
    const named = await start({ operation: "confirmOrder", ids }, support, naming(shop));
    expect([named.status, named.body.error.code]).toEqual([403, "403040"]);
    expect((await shop.testing.post("/bulk", { operation: "confirmOrder", ids })).status).toBe(403);
  });

  it("are those of who looks: the warehouse sees and stops what it could do itself, and nothing of the merchant's", async () => {
    const place = await warehouse();
    const person = await personOf("owner", place.shop.accountId);
    const packer = await personOf("warehouse", null);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids: ["1"] }, person)).body.data;
    const named = naming(place.shop);
    expect((await packer.api.get(`/bulk/${bulk_id}`, named)).status).toBe(404);
    expect((await packer.api.post(`/bulk/${bulk_id}/stop`, {}, named)).status).toBe(404);
    expect(must(await packer.api.get("/bulk", named)).body.data).toEqual([]);
    const own = { operation: "confirmPickPack", ids: ["1"] };
    const made = must(await packer.api.post("/bulk", own, named)).body.data.bulk_id;
    expect(must(await packer.api.post(`/bulk/${made}/stop`, {}, named)).body.data.state).toBe("STOPPED");
    expect((await person.api.get(`/bulk/${made}`)).status).toBe(404);
  });

  it("are judged again at each set: who may no longer do it does not", async () => {
    const person = await personOf("member", shop.accountId);
    const ids = await saved(2);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids }, person)).body.data;
    await (await testDb()).updateTable("people").set({ disabled_at: new Date() }).where("id", "=", person.id).execute();
    await work();
    expect(await read(bulk_id)).toMatchObject({ state: "DONE", done: 0, failed: 2 });
    expect((await results(bulk_id)).map(({ error }) => error?.code)).toEqual(["401000", "401000"]);
    expect(await statusOf(ids[0] ?? "")).toBe("PENDING_CONFIRM");
  });

  it("go on after the person has signed out", async () => {
    const person = await personOf("member", shop.accountId);
    const ids = await saved(1);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids }, person)).body.data;
    await sql`update sessions set revoked_at = now() where person_id = ${person.id}`.execute(await testDb());
    await work();
    expect(await read(bulk_id)).toMatchObject({ done: 1, failed: 0 });
  });

  it("of support end with the visit", async () => {
    const support = await personOf("support", null, "production");
    const made = await created(shop.production, localOrder({ confirm_shipment: "N" }));
    const call = (path: string, body: object, method: "POST" | "PATCH" = "POST") =>
      support.api.call(method, path, { body, ...naming(shop) });
    must(await call("/support/visit", { reason: "MERCHANT_ASKED" }));
    const body = { operation: "confirmOrder", ids: [made.order_id] };
    expect((await call("/bulk", body)).body.error.code).toBe("403050");
    must(await call("/support/visit", { acting: "Y" }, "PATCH"));
    const { bulk_id } = must(await call("/bulk", body)).body.data;
    must(await call("/support/visit", { acting: "N" }, "PATCH"));
    await work();
    const path = `/bulk/${bulk_id}/results`;
    const rows = must(await support.api.get(path, naming(shop))).body.data as Row[];
    expect(rows.map(({ error }) => error?.code)).toEqual(["403050"]);
    const begun = await support.api.get(`/bulk/${bulk_id}`, naming(shop));
    expect(begun.body.data.created_by).toEqual({ kind: "staff", name: null });
  });
});

describe("a bulk action of the warehouse", () => {
  it("is for orders of any account, each on its own; the person sees it, and nobody else", async () => {
    const [here, there] = [await warehouse(), await warehouse()];
    const packer = await personOf("warehouse", null);
    const orders = [await orderIn(here, "PICKPACK_PENDING_CONFIRM"), await orderIn(there, "PICKPACK_PENDING_CONFIRM")];
    const missing = await orderIn(there, "PICKPACK_PENDING_CONFIRM", freshItem("9"));
    const ids = [...orders, missing].map(({ order_id }) => order_id);
    const { bulk, rows } = await done({ operation: "confirmPickPack", ids }, packer);
    expect(bulk).toMatchObject({ total: 3, done: 2, failed: 1 });
    expect(rows[2]?.error?.error_trace).toMatchObject([{ code: "400481" }]);
    const { rows: audited } = await sql<{ account_id: string; object_id: string }>`
      select account_id, object_id from audit_log where operation = 'confirmPickPack' and actor = ${`person:${packer.id}`}
        and outcome = 'ok' order by id`.execute(await testDb());
    expect(audited.map(({ account_id, object_id }) => [account_id, object_id])).toEqual([
      [here.shop.accountId, orders[0]?.order_id],
      [there.shop.accountId, orders[1]?.order_id],
    ]);
    const { rows: refused } = await sql<{ account_id: string }>`
      select account_id from audit_log where operation = 'confirmPickPack' and actor = ${`person:${packer.id}`}
        and outcome = 'BAD_REQUEST'`.execute(await testDb());
    expect(refused.map(({ account_id }) => account_id)).toEqual([there.shop.accountId]);
    const other = await personOf("warehouse", null);
    expect((await other.api.get(`/bulk/${bulk.bulk_id}`)).status).toBe(404);
    expect(must(await packer.api.get("/bulk")).body.data).toHaveLength(1);
    const query = { status: "PICKPACK_CONFIRMED", customer_eid: there.shop.accountId };
    const input = { remarks: "Flooded" };
    const cancelled = await done({ operation: "cancelPickPack", query, input }, packer);
    expect(cancelled.rows).toMatchObject([{ id: orders[1]?.order_id }]);
    expect(cancelled.rows[0]?.error).toBeUndefined();
  });

  it("is asked to cancel what it has confirmed", async () => {
    const place = await warehouse();
    const person = await personOf("owner", place.shop.accountId);
    const asked = await orderIn(place, "PICKPACK_CONFIRMED");
    const open = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const ids = [asked.order_id, open.order_id];
    const { bulk, rows } = await done({ operation: "cancelOrder", ids, input: { reason: "OTHER" } }, person);
    expect(bulk).toMatchObject({ done: 2, failed: 0, requested: 1 });
    expect(rows).toMatchObject([{ cancel_status: "REQUESTED" }, { cancel_status: "CANCELLED" }]);
  });
});

describe("the work on a bulk action", () => {
  const eventsOf = async (ids: readonly string[]) => {
    const { rows } = await sql<{ order_id: string; n: number }>`
      select order_id, count(*)::int as n from events where event = 'order.confirmed'
        and order_id = any(${[...ids]}::bigint[]) group by 1`.execute(await testDb());
    return rows.map(({ n }) => n);
  };

  it("goes on where it stopped, and does nothing twice", async () => {
    const ids = await saved(70);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids })).body.data;
    // Each run is cut off after its first set.
    for (let round = 0; (await read(bulk_id)).state === "RUNNING" && round < 100; round++) {
      const stopping = new AbortController();
      const running = work(stopping.signal);
      const before = (await read(bulk_id)).done;
      while ((await read(bulk_id)).done === before && (await read(bulk_id)).state === "RUNNING")
        await new Promise(setImmediate);
      stopping.abort();
      await running;
    }
    expect(await read(bulk_id)).toMatchObject({ state: "DONE", done: 70, failed: 0 });
    expect(await eventsOf(ids)).toEqual(ids.map(() => 1));
    const pages = [...(await results(bulk_id))];
    expect(pages.map(({ id }) => id)).toEqual(ids);
  });

  it("keeps nothing of a set that another worker took over", async () => {
    const ids = await saved(3);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids })).body.data;
    const stopping = new AbortController();
    const { advance } = JobRun.prototype;
    JobRun.prototype.advance = async function (...given) {
      JobRun.prototype.advance = advance;
      // As another worker's claim would have done.
      await sql`update jobs set attempts = attempts + 1 where id = ${bulk_id}`.execute(given[0]);
      stopping.abort();
      return advance.apply(this, given);
    };
    await work(stopping.signal);
    expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(ids.map(() => "PENDING_CONFIRM"));
    expect(await results(bulk_id)).toEqual([]);
    await work();
    expect(await read(bulk_id)).toMatchObject({ state: "DONE", done: 3 });
    expect(await eventsOf(ids)).toEqual([1, 1, 1]);
  });

  it("stops when it is told to: what is done stays, the rest is left as it is", async () => {
    const ids = await saved(60);
    const { bulk_id } = must(await start({ operation: "confirmOrder", ids })).body.data;
    const running = work();
    while ((await read(bulk_id)).done === 0) await new Promise(setImmediate);
    const stopped = must(await owner.api.post(`/bulk/${bulk_id}/stop`)).body.data;
    await running;
    const after = await read(bulk_id);
    expect(after).toMatchObject({ state: "STOPPED", done: stopped.done });
    expect(after.done).toBeLessThan(60);
    expect(await eventsOf(ids)).toHaveLength(after.done);
    expect(await results(bulk_id)).toHaveLength(after.done);
    expect(await statusOf(ids.at(-1) ?? "")).toBe("PENDING_CONFIRM");
  });

  it("gives accounts their turns: one with many jobs delays no other", async () => {
    const other = await merchant();
    const person = await personOf("owner", other.accountId);
    for (let n = 0; n < 3; n++) must(await start({ operation: "confirmOrder", ids: await saved(1) }));
    must(await start({ operation: "confirmOrder", ids: await saved(1, other) }, person));
    await work();
    const { rows } = await sql<{ account_id: string }>`
      select account_id from jobs order by claimed_at`.execute(await testDb());
    expect(rows.map(({ account_id }) => account_id)).toEqual([
      shop.accountId,
      other.accountId,
      shop.accountId,
      shop.accountId,
    ]);
  });

  it("is not undone by an order that fails", async () => {
    const ids = await saved(3);
    await sql`update orders set shipment = '{}' where id = ${ids[1]}`.execute(await testDb());
    const { bulk, rows } = await done({ operation: "confirmOrder", ids });
    expect([bulk.done, bulk.failed, rows.map(({ error }) => error === undefined)]).toEqual([2, 1, [true, false, true]]);
  });
});

it("answers without a token with 401", async () => {
  const { api } = await import("@/test/http");
  const answers: Answer[] = [
    await api().post("/bulk", {}),
    await api().get("/bulk"),
    await api().get("/bulk/x"),
    await api().get("/bulk/x/results"),
    await api().post("/bulk/x/stop"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});
