// @module-tag engine
/** Many orders in one call: created, confirmed, cancelled (contract §38.3). */
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_BATCH_PARTS } from "@/lib/contracts/order-batch";
import { withTransaction } from "@/server/db/transaction";
import { JobRun } from "@/server/jobs";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Answer, api } from "@/test/http";
import { freshItem, must, naming, orderIn, orderOf, warehouse } from "@/test/pick-pack/warehouse";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Result = {
  index: number;
  order_id?: string;
  tracking_number?: string;
  error?: { code: string; error_trace?: { pointer: string; code?: string }[] };
};
const send = (orders: unknown, key?: string, by = shop.testing): Promise<Answer> =>
  by.post("/orders/batch", { orders }, key === undefined ? {} : { headers: { "idempotency-key": key } });
const marked = (mark: string, count: number) =>
  Array.from({ length: count }, (_, n) => localOrder({ reference: `${mark}-${n}`, confirm_shipment: "N" }));
const countOf = async (mark: string, by = shop.testing): Promise<number> =>
  must(await by.get(`/orders?q=${mark}&limit=1`)).body.pagination.total;
const resultsOf = (answer: Answer): Result[] => must(answer).body.data.results;

describe("a batch of orders", () => {
  it("makes each as creation does, and says of each what became of it", async () => {
    const { shipment_detail, recipient } = localOrder();
    const parcel_list = shipment_detail.parcel_list.map((parcel) => ({ ...parcel, act_weight: "heavy" }));
    const wrong = localOrder({
      recipient: { ...recipient, name: "" },
      shipment_detail: { ...shipment_detail, parcel_list },
    });
    const orders = [localOrder(), wrong, intlOrder(), localOrder({ confirm_shipment: "N" }), { ship_type: "moon" }];
    const { data } = must(await send(orders)).body;
    expect(data).toMatchObject({ batch_id: expect.stringMatching(/^ba_[0-9a-f]{24}$/), created: 3, refused: 2 });
    const [local, refused, intl, saved, moon] = data.results as [Result, Result, Result, Result, Result];
    expect(data.results.map(({ index }: Result) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(local).toEqual({
      index: 0,
      order_id: expect.stringMatching(/^\d{15}$/),
      order_status: "READY_TO_SHIP",
      tracking_number: expect.stringMatching(/^ST/),
      quote_price: "54.00",
    });
    expect(saved).toMatchObject({ order_status: "PENDING_CONFIRM", tracking_number: null });
    const single = await shop.testing.post("/order/create", wrong);
    expect(refused).toEqual({ index: 1, error: single.body.error });
    expect(moon.error?.error_trace?.[0]?.pointer).toBe("/ship_type");
    for (const { order_id } of [local, intl, saved])
      expect((await shop.testing.get(`/order/detail/${order_id}`)).status).toBe(200);
    const { rows } = await sql<{ event: string }>`
      select event from events where order_id = ${intl.order_id}::bigint`.execute(await testDb());
    expect(rows).toEqual([{ event: "order.created" }]);
  });

  it("is 200 although all are refused, in the caller's language", async () => {
    const owner = await personOf("owner", shop.accountId);
    const headers = { "x-sampan-language": "zh-Hant" };
    const { status, body } = await owner.api.post("/orders/batch", { orders: [{ ship_type: "local" }] }, { headers });
    expect([status, body.data.created, body.data.refused]).toEqual([200, 0, 1]);
    expect(body.data.results[0].error.error_trace[0].message).toBe("此欄必須填寫。");
  });

  it("is counted in lists, one by one, and reaches the warehouse", async () => {
    const place = await warehouse();
    const orders = [
      orderOf([freshItem()]),
      orderOf([freshItem()]),
      { ...orderOf([freshItem()]), confirm_shipment: "N" },
    ];
    const results = resultsOf(await send(orders, undefined, place.shop.testing));
    // The total is a sum of what each write has added.
    expect(must(await place.shop.testing.get("/orders?limit=1")).body.pagination.total).toBe(3);
    const queue = must(await place.staff.get(`/pickpack/list?customer_eid=${place.shop.accountId}`)).body.data;
    expect(queue.map(({ order_id }: { order_id: string }) => order_id).sort()).toEqual(
      [results[0]?.order_id, results[1]?.order_id].sort(),
    );
  });

  it.each([
    ["none", [], "orders"],
    ["1,001", Array.from({ length: 1001 }, () => ({})), "orders"],
    ["no list", {}, "orders"],
    ["a text among them", ["x"], "orders[]"],
    [
      "too many parcels and items",
      [{ shipment_detail: { parcel_list: Array.from({ length: MAX_BATCH_PARTS + 1 }, () => ({})) } }],
      "orders",
    ],
  ])("is refused whole: %s", async (_what, orders, field) => {
    const { status, entries } = await send(orders);
    expect([status, entries[0]?.field]).toEqual([400, field]);
  });

  it("has up to 8 MiB", async () => {
    const fits = { ship_type: "x", note: "y".repeat(7 * 1024 * 1024) };
    expect((await send([fits])).status).toBe(200);
    expect((await send([{ ...fits, more: "y".repeat(1024 * 1024) }])).status).toBe(413);
  });

  it("is for merchants, with a token", async () => {
    const paths = ["/orders/batch", "/orders/batch/confirm", "/orders/batch/cancel"];
    const carrier = await clientOf("carrier", null);
    for (const path of paths) {
      expect((await api().post(path, {})).status).toBe(401);
      expect((await carrier.post(path, {}, naming(shop))).status).toBe(403);
    }
  });

  it("takes two of an account at a time", async () => {
    const db = await testDb();
    const running = (environment: string, lease: string) =>
      sql`
      insert into jobs (id, account_id, environment, kind, actor, actor_kind, payload, total, result, state, lease_until)
      values ('ba_' || random(), ${shop.accountId}, ${environment}, 'batch', 'x', 'client', '{}', 1, '{}', 'RUNNING',
        now() + ${lease}::interval)`.execute(db);
    await running("testing", "1 minute");
    await running("testing", "-1 second");
    await running("production", "1 minute");
    expect((await send(marked("two", 1))).status).toBe(200);
    await running("testing", "1 minute");
    const { status, headers, body } = await send(marked("three", 1));
    expect([status, headers.get("retry-after"), body.error.retry_after]).toEqual([429, "5", 5]);
    expect(await countOf("three")).toBe(0);
    await sql`delete from jobs where kind = 'batch' and actor = 'x'`.execute(db);
  });
});

describe("a batch with an Idempotency-Key", () => {
  it("answers a repeat with the same, and makes nothing twice", async () => {
    const orders = [...marked("again", 30), { ship_type: "moon" }];
    const first = must(await send(orders, "batch-again")).body.data;
    const second = must(await send(orders, "batch-again")).body.data;
    expect(second).toEqual(first);
    expect(await countOf("again")).toBe(30);
    // The key is this operation's, and this environment's.
    expect(
      (await shop.testing.post("/order/create", orders[0], { headers: { "idempotency-key": "batch-again" } })).status,
    ).toBe(200);
    expect(must(await send(orders.slice(30), "batch-again", shop.production)).body.data.batch_id).not.toBe(
      first.batch_id,
    );
  });

  it("is refused for another body, and names the batch", async () => {
    const first = must(await send(marked("bound", 1), "batch-bound")).body.data;
    const { status, body } = await send(marked("other", 1), "batch-bound");
    expect([status, body.error.code, body.error.batch_id]).toEqual([500, "500998", first.batch_id]);
    expect(await countOf("other")).toBe(0);
  });

  it("is done once by calls that come at once, which all get its answer", async () => {
    const orders = marked("atonce", 60);
    const answers = await Promise.all([1, 2, 3].map(() => send(orders, "batch-at-once")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await countOf("atonce")).toBe(60);
  });

  /** Cuts a batch off at its second set, and gives the answer. */
  const cutOff = async (orders: unknown, key?: string) => {
    const { advance } = JobRun.prototype;
    let sets = 0;
    const spy = vi.spyOn(JobRun.prototype, "advance").mockImplementation(async function (
      this: JobRun<unknown>,
      ...given
    ) {
      if (++sets === 2) throw new Error("the database did something that nobody knows");
      return advance.apply(this, given);
    });
    const answer = await send(orders, key);
    spy.mockRestore();
    return answer;
  };
  const leaseOf = async (id: string, lease: string) =>
    sql`update jobs set lease_until = now() + ${lease}::interval where id = ${id} and state = 'RUNNING'`.execute(
      await testDb(),
    );
  const batchOf = async (key: string): Promise<string> => {
    const { rows } = await sql<{ resource_id: string }>`
      select resource_id from idempotency_keys where key = ${key}`.execute(await testDb());
    return rows[0]?.resource_id ?? "";
  };

  it("that is cut off says what is done, and goes on with it at a repeat, every order once", async () => {
    const orders = marked("crash", 70);
    const { status, body } = await cutOff(orders, "batch-crash");
    expect([status, body.error.code]).toEqual([500, "500999"]);
    expect(body.error.message).toBe(
      "It was cut off after 25 of 70, which stay done. Repeat it with the same Idempotency-Key and it goes on.",
    );
    expect(await countOf("crash")).toBe(25);
    const results = resultsOf(await send(orders, "batch-crash"));
    expect(results.map(({ index }) => index)).toEqual(orders.map((_, n) => n));
    expect(new Set(results.map(({ order_id }) => order_id)).size).toBe(70);
    expect(await countOf("crash")).toBe(70);
  });

  it("without one that is cut off says so, too, and nothing of it waits", async () => {
    const { body } = await cutOff(marked("keyless", 30));
    expect(body.error.message).toContain("It was cut off after 25 of 30, which stay done.");
    const { rows } = await sql`select 1 from jobs where kind = 'batch' and state = 'RUNNING'`.execute(await testDb());
    expect(rows).toEqual([]);
  });

  it("whose process is gone is gone on with once its lease has run out", async () => {
    const orders = marked("gone", 30);
    await cutOff(orders, "batch-gone");
    await leaseOf(await batchOf("batch-gone"), "1500 milliseconds");
    const started = Date.now();
    expect(resultsOf(await send(orders, "batch-gone"))).toHaveLength(30);
    expect(Date.now() - started).toBeGreaterThan(1000);
    expect(await countOf("gone")).toBe(30);
  });

  it("that a repeat has taken over answers what the repeat made", async () => {
    const orders = marked("over", 30);
    const { advance } = JobRun.prototype;
    let isTaken = false;
    vi.spyOn(JobRun.prototype, "advance").mockImplementation(async function (this: JobRun<unknown>, ...given) {
      // Its first set took longer than its lease, and a repeat has begun.
      if (!isTaken) {
        isTaken = true;
        await sql`update jobs set attempts = attempts + 1, lease_until = now() where id = ${this.row.id}`.execute(
          given[0],
        );
      }
      return advance.apply(this, given);
    });
    const results = resultsOf(await send(orders, "batch-over"));
    expect(results).toHaveLength(30);
    expect(await countOf("over")).toBe(30);
  });

  it("counts among the two of an account when it goes on", async () => {
    const orders = [1, 2, 3].map((n) => marked(`three${n}`, 30));
    for (const [n, each] of orders.entries()) await cutOff(each, `batch-three-${n}`);
    let most = 0;
    let now = 0;
    const { advance } = JobRun.prototype;
    vi.spyOn(JobRun.prototype, "advance").mockImplementation(async function (this: JobRun<unknown>, ...given) {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await advance.apply(this, given);
      now--;
    });
    const answers = await Promise.all(orders.map((each, n) => send(each, `batch-three-${n}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it("keeps what is wrong with an order, whatever was typed, and says it in the language of the repeat", async () => {
    const owner = await personOf("owner", shop.accountId);
    const address = `${localOrder().recipient.address}^A\u0000B\ud800`;
    const orders = [
      localOrder({ shipping_provider: "LOCAL_POINT", recipient: { ...localOrder().recipient, address } }),
      ...marked("typed", 1),
    ];
    const call = (language: string) =>
      owner.api.post(
        "/orders/batch",
        { orders },
        { headers: { "idempotency-key": "batch-typed", "x-sampan-language": language } },
      );
    const english = resultsOf(await call("en"));
    expect([english[0]?.error?.code, english[1]?.order_id]).toEqual(["400000", expect.any(String)]);
    const chinese = resultsOf(await call("zh-Hant"));
    expect(JSON.stringify(chinese[0])).toMatch(/\p{Script=Han}/u);
    expect(chinese[1]).toEqual(english[1]);
  });

  it("is not held up by an order that the database refuses", async () => {
    const alter = async (change: string) =>
      withTransaction(await testDb(), async (tx) => {
        await sql`set local role none`.execute(tx);
        await sql`alter table orders ${sql.raw(change)}`.execute(tx);
      });
    await alter("add constraint poison check (reference is distinct from 'poison-1') not valid");
    try {
      const results = resultsOf(await send(marked("poison", 30), "batch-poison"));
      expect(results.filter(({ error }) => error).map(({ index, error }) => [index, error?.code])).toEqual([
        [1, "500999"],
      ]);
      expect(await countOf("poison")).toBe(29);
    } finally {
      await alter("drop constraint poison");
    }
  });

  it("tells a repeat that an order was made although its data is erased since", async () => {
    const orders = marked("erased", 1);
    const [first] = resultsOf(await send(orders, "batch-erased"));
    await sql`update job_rows set answer = null where object_id = ${first?.order_id}`.execute(await testDb());
    expect(resultsOf(await send(orders, "batch-erased"))).toEqual([{ index: 0, order_id: first?.order_id }]);
  });

  it("waits for the first, and is 503 when that takes too long", async () => {
    const orders = marked("slow", 1);
    must(await send(orders, "batch-slow"));
    // The first is still under way, in another process.
    await sql`update jobs set state = 'RUNNING', finished_at = null, lease_until = now() + interval '1 minute'
      where kind = 'batch' and account_id = ${shop.accountId} and total = 1 and state = 'DONE'`.execute(await testDb());
    const now = performance.now.bind(performance);
    const until = now() + 500;
    vi.spyOn(performance, "now").mockImplementation(() => (now() > until ? now() + 60_000 : now()));
    const { status, headers, body } = await send(orders, "batch-slow");
    expect([status, body.error.code, headers.get("retry-after")]).toEqual([503, "503000", "5"]);
    await sql`delete from jobs where kind = 'batch'`.execute(await testDb());
  });
});

describe("a batch of named orders", () => {
  it("confirms them, each as its own call would", async () => {
    const [one, two] = [await created(shop.testing, marked("c", 1)[0]), await created(shop.testing, marked("c", 1)[0])];
    const done = await created(shop.testing);
    const foreign = await created((await merchant()).testing);
    const order_ids = [two, done, foreign, one].map(({ order_id }) => order_id);
    const headers = { "idempotency-key": "confirm-all" };
    const { data } = must(await shop.testing.post("/orders/batch/confirm", { order_ids }, { headers })).body;
    expect(data).toMatchObject({ confirmed: 2, refused: 2 });
    expect(data.results.map(({ index, order_id }: Result) => [index, order_id])).toEqual(
      order_ids.map((id, n) => [n, id]),
    );
    expect(data.results[0]).toMatchObject({
      order_status: "READY_TO_SHIP",
      tracking_number: expect.stringMatching(/^ST/),
    });
    expect(data.results[1].error.error_trace[0]).toMatchObject({ code: "400452", pointer: "/order_id" });
    expect(data.results[2].error.code).toBe("404000");
    expect(must(await shop.testing.post("/orders/batch/confirm", { order_ids }, { headers })).body.data).toEqual(data);
  });

  it("cancels them, or asks the warehouse to", async () => {
    const place = await warehouse();
    const asked = await orderIn(place, "PICKPACK_CONFIRMED");
    const open = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const order_ids = [asked.order_id, open.order_id, "7"];
    const body = { order_ids, reason: "OTHER", remarks: "Flood" };
    const { data } = must(await place.shop.testing.post("/orders/batch/cancel", body)).body;
    expect(data).toMatchObject({ cancelled: 2, refused: 1 });
    expect(data.results).toMatchObject([
      { index: 0, order_id: asked.order_id, cancel_status: "REQUESTED" },
      { index: 1, order_id: open.order_id, cancel_status: "CANCELLED", order_status: "CANCELLED" },
      { index: 2, order_id: "7", error: { code: "404000" } },
    ]);
    const wrong = await place.shop.testing.post("/orders/batch/cancel", { order_ids: ["x"], reason: "BORED" });
    expect(wrong.entries.map(({ field }) => field)).toEqual(["order_ids[]", "reason"]);
  });
});
