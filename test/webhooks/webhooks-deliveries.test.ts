// @module-tag engine
/**
 * Deliveries as the API shows them, and sending them again. Unless a test starts a worker none runs, so due deliveries
 * wait.
 */
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EVENT_EXAMPLES } from "@/lib/contracts/event";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { everyAccount } from "@/server/db/scoped";
import { created, type Merchant, merchant, testDb } from "../factories";
import { planOf, setState } from "./delivery-states";
import { deliveriesOf, endpoint, until, type Work, work } from "./work";

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let shop: Merchant;
let id: string;
let running: Work | undefined;
beforeEach(async () => {
  // Otherwise a worker of a later test would send them.
  await everyAccount(await testDb())
    .deleteFrom("webhook_deliveries")
    .execute();
  shop = await merchant();
  ({ id } = await endpoint(shop.testing, "https://shop.example/"));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

type Row = { id: string; event_id: string; status: string; next_attempt_at: string | null; [field: string]: unknown };
const list = (query = ""): Promise<Row[]> => deliveriesOf(shop.testing, id, query);
const idsOf = (rows: Row[]) => rows.map((row) => row.id);
type Shown = Row & { attempts: { trigger: string }[] };
const triggersOf = (row: Row | undefined) => (row as Shown).attempts.map(({ trigger }) => trigger);

/** Creates an order and returns its delivery. */
async function delivered(): Promise<Row & { order_id: string }> {
  const { order_id } = await created(shop.testing);
  return { ...(await list(`?order_id=${order_id}`))[0], order_id } as Row & { order_id: string };
}

describe("GET /webhooks/{id}/deliveries", () => {
  it("shows a delivery that waits, with every field", async () => {
    const { order_id } = await created(shop.testing);
    const [row] = await list();
    expect(row).toEqual({
      id: `dl_${row?.event_id.slice(4)}_${id.slice(3)}`,
      event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event: "order.created",
      order_id,
      status: "pending",
      attempt_count: 0,
      next_attempt_at: expect.stringMatching(ISO),
      created_at: expect.stringMatching(ISO),
      attempts: [],
    });
  });

  it("lists the latest event first, in pages", async () => {
    const orders: string[] = [];
    for (let i = 0; i < 5; i++) orders.unshift((await created(shop.testing)).order_id);
    const all = await list();
    expect(all.map(({ order_id }) => order_id)).toEqual(orders);
    const page = await shop.testing.get(`/webhooks/${id}/deliveries?limit=2&offset=2`);
    expect(page.body).toEqual({
      data: all.slice(2, 4),
      pagination: { total: 5, page: 2, per_page: 2, total_pages: 3 },
    });
    expect(await list("?offset=5")).toEqual([]);
  });

  it("filters by status, event and order, and all of them together", async () => {
    const order = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" });
    const another = await created(shop.testing);
    const [third, cancelled, first] = await list();
    expect([first?.event, cancelled?.event, third?.order_id]).toEqual([
      "order.created",
      "order.cancelled",
      another.order_id,
    ]);
    await setState(first?.id ?? "", { status: "failed" });
    expect(idsOf(await list(`?order_id=${order.order_id}`))).toEqual([cancelled?.id, first?.id]);
    expect(idsOf(await list("?event=order.created"))).toEqual([third?.id, first?.id]);
    expect(idsOf(await list("?status=failed"))).toEqual([first?.id]);
    expect(idsOf(await list(`?status=pending&event=order.created&order_id=${order.order_id}`))).toEqual([]);
    expect(idsOf(await list(`?status=pending&event=order.cancelled&order_id=${order.order_id}`))).toEqual([
      cancelled?.id,
    ]);
    expect(idsOf(await list("?order_id=1"))).toEqual([]);
    expect(idsOf(await list(`?event_id=${cancelled?.event_id}`))).toEqual([cancelled?.id]);
    expect(idsOf(await list(`?event_id=${cancelled?.event_id}&event=order.created`))).toEqual([]);
    for (const wrong of [cancelled?.event_id.slice(0, -1), cancelled?.event_id.replace("evt_", "abc_"), "x", "dl_%"])
      expect(idsOf(await list(`?event_id=${encodeURIComponent(wrong ?? "")}`)), wrong).toEqual([]);
  });

  it.each(["pending", "in_flight", "succeeded", "failed", "held"])(
    "shows when it is tried again only where it is: %s",
    async (status) => {
      const row = await delivered();
      await setState(row.id, { status, at: "5 minutes" });
      const [shown] = await list(`?status=${status}`);
      expect(shown).toMatchObject({ id: row.id, status });
      expect(shown?.next_attempt_at === null).toBe(status !== "pending");
    },
  );

  it.each([
    ["status", "status=lost"],
    ["event", "event=order.paid"],
    ["order_id", "order_id=x"],
    ["event_id", `event_id=${"x".repeat(65)}`],
    ["limit", "limit=101"],
    ["offset", "offset=-1"],
  ])("refuses a wrong %s", async (field, query) => {
    const answer = await shop.testing.get(`/webhooks/${id}/deliveries?${query}`);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("shows the latest 20 attempts, the first of them first, slow ones marked", async () => {
    const row = await delivered();
    await sql`
      insert into webhook_attempts (delivery_id, number, trigger, worker, started_at, duration_ms, status_code, url,
        request_headers, response_headers, response_head, response_truncated, phases, next_attempt_at)
      select ${row.id}, n, 'retry', 1, '2026-11-20T01:02:03.456Z', case n when 25 then 6000 when 24 then 6000 else 5000 end,
        case n when 24 then 200 else 500 end, 'https://shop.example/', '{"a": "b"}', '{}', 'no', false,
        json_build_object('dns_ms', null, 'connect_ms', null, 'tls_ms', null, 'wait_ms', 5, 'read_ms', case n when 25 then 2000 end),
        '2026-11-20T01:03:03Z'
      from generate_series(1, 25) n`.execute(await testDb());
    const [shown] = await list();
    const attempts = shown?.attempts as Record<string, unknown>[];
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 6));
    expect(attempts.filter(({ slow }) => slow).map(({ number }) => number)).toEqual([24]);
    expect(attempts[0]).toEqual({
      number: 6,
      trigger: "retry",
      started_at: "2026-11-20T01:02:03.456Z",
      status_code: 500,
      error_kind: null,
      error_detail: null,
      duration_ms: 5000,
      slow: false,
      response_head: "no",
      response_truncated: false,
      response_headers: {},
      url: "https://shop.example/",
      address: null,
      request_headers: { a: "b" },
      phases: { dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: 5, read_ms: null },
      next_attempt_at: "2026-11-20T01:03:03.000Z",
    });
  });
});

describe("GET /webhooks/deliveries/{delivery_id}", () => {
  it("shows it with the very body that is sent", async () => {
    const { order_id: _order, ...row } = await delivered();
    const answer = await shop.testing.get(`/webhooks/deliveries/${row.id}`);
    const event = await everyAccount(await testDb())
      .selectFrom("events")
      .select("body")
      .where("id", "=", row.event_id)
      .executeTakeFirstOrThrow();
    expect(answer.body).toEqual({ data: { ...answer.body.data, ...row, webhook_id: id, body: event.body } });
  });

  it("is not found once its endpoint is deleted", async () => {
    const row = await delivered();
    await shop.testing.call("DELETE", `/webhooks/${id}`);
    expect((await shop.testing.get(`/webhooks/deliveries/${row.id}`)).status).toBe(404);
    expect((await shop.testing.post(`/webhooks/deliveries/${row.id}/replay`)).status).toBe(404);
  });
});

describe("POST /webhooks/{id}/test", () => {
  it.each(TRACKING_EVENT_NAMES)("makes an example of %s", async (event) => {
    const answer = await shop.testing.post(`/webhooks/${id}/test`, { event });
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({ event, order_id: null, status: "pending", attempt_count: 0, attempts: [] });
    const body = JSON.parse((await shop.testing.get(`/webhooks/deliveries/${data.id}`)).body.data.body);
    expect(body).toEqual({ ...EVENT_EXAMPLES[event], timestamp: expect.stringMatching(ISO) });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(await list()).toEqual([data]);
  });

  it("takes order.created by default, whatever the endpoint subscribes to, and while it is disabled", async () => {
    const other = await endpoint(shop.testing, "https://shop.example/", { events: ["order.delivered"] });
    await shop.testing.post(`/webhooks/${other.id}/disable`);
    const answer = await shop.testing.post(`/webhooks/${other.id}/test`);
    expect(answer.body.data).toMatchObject({ event: "order.created", status: "pending" });
    expect(await planOf(answer.body.data.id)).toMatchObject({ trigger: "test", is_due: true });
    expect((await shop.testing.post(`/webhooks/${other.id}/test`, { event: "order.lost" })).entries).toMatchObject([
      { field: "event", pointer: "/event" },
    ]);
    expect(await list()).toEqual([]);
  });

  it("honours an Idempotency-Key", async () => {
    const send = (key: string, body: object = {}) =>
      shop.testing.post(`/webhooks/${id}/test`, body, { headers: { "idempotency-key": key } });
    expect((await send("k", { event: "none" })).status).toBe(400);
    const answers = await Promise.all([1, 2, 3, 4].map(() => send("k")));
    const [made] = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id);
    expect(answers.filter(({ status }) => status === 500).map(({ body }) => body.error.id)).toEqual(
      Array(3).fill(made),
    );
    expect((await send("k", { event: "none" })).body.error).toMatchObject({ code: "500998", id: made });
    expect(idsOf(await list())).toEqual([made]);
  });

  it("is sent once with x-event-test, also when it fails or is replayed, and never as a missed one", async () => {
    running = work([1]);
    const receiver = await running.receiver({
      answer: (_request, respond) => {
        respond.statusCode = 500;
        respond.end();
      },
    });
    ({ id } = await endpoint(shop.testing, receiver.url));
    await running.start();
    const failed = () => until(async () => ((await list())[0]?.status === "failed" ? true : undefined));
    const test = (await shop.testing.post(`/webhooks/${id}/test`, { event: "order.delivered" })).body.data;
    await failed();
    await shop.testing.post(`/webhooks/deliveries/${test.id}/replay`);
    await until(() => receiver.received[1]);
    await failed();
    const missed = await shop.testing.post(`/webhooks/${id}/replay-missed`, { since: "2020-01-01T00:00:00Z" });
    expect(missed.body.data.replayed).toBe(0);
    const [row] = await list();
    expect(row).toMatchObject({ status: "failed", attempt_count: 2, next_attempt_at: null });
    expect(triggersOf(row)).toEqual(["test", "test"]);
    for (const { headers } of receiver.received)
      expect(headers).toMatchObject({
        "x-event-test": "true",
        "x-event-type": "order.delivered",
        "x-event-id": test.event_id,
      });
    expect(receiver.received).toHaveLength(2);
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data).toMatchObject({ status: "enabled" });
  });
});

describe("POST /webhooks/deliveries/{delivery_id}/replay", () => {
  const replay = async (delivery: string) => {
    const answer = await shop.testing.post(`/webhooks/deliveries/${delivery}/replay`);
    expect(answer.status).toBe(200);
    return answer.body.data;
  };

  it.each(["succeeded", "failed", "held"])("sends one that %s at once, without retries", async (status) => {
    const row = await delivered();
    await setState(row.id, { status, trigger: "retry", tries: 6 });
    const answer = await replay(row.id);
    expect(answer).toEqual({ ...row, next_attempt_at: expect.stringMatching(ISO), status: "pending" });
    expect(await planOf(row.id)).toMatchObject({ trigger: "replay", is_due: true, resumes_in_minutes: null });
    expect(Number((await planOf(row.id))?.tries)).toBeGreaterThan(1000);
  });

  it("of one that waits for its retry goes on with the schedule if it fails", async () => {
    const row = await delivered();
    await setState(row.id, { status: "pending", trigger: "retry", tries: 3, at: "55 minutes" });
    await replay(row.id);
    const plan = { trigger: "replay", tries: 3, is_due: true, resumes_in_minutes: 55 };
    expect(await planOf(row.id)).toMatchObject(plan);
    await replay(row.id);
    expect(await planOf(row.id)).toMatchObject(plan);
  });

  it("does not touch what is due already or on its way", async () => {
    const due = await delivered();
    const before = await planOf(due.id);
    expect(await replay(due.id)).toEqual(due);
    expect(await planOf(due.id)).toEqual(before);
    await setState(due.id, { status: "in_flight" });
    expect((await replay(due.id)).status).toBe("in_flight");
    expect(await planOf(due.id)).toMatchObject({ status: "in_flight", trigger: "event" });
  });

  it("sends the same event and body again with a new signature, also while the endpoint is disabled", async () => {
    running = work();
    const receiver = await running.receiver();
    ({ id } = await endpoint(shop.testing, receiver.url));
    await running.start();
    const row = await delivered();
    await until(async () => ((await list())[0]?.status === "succeeded" ? true : undefined));
    await shop.testing.post(`/webhooks/${id}/roll-secret`, { overlap_hours: 0 });
    await shop.testing.post(`/webhooks/${id}/disable`);
    await replay(row.id);
    const again = await until(() => receiver.received[1]);
    const first = receiver.received[0];
    expect([again.body, again.headers["x-event-id"]]).toEqual([first?.body, row.event_id]);
    expect(again.headers["x-event-test"]).toBeUndefined();
    const hmac = (headers: typeof again.headers) => String(headers["x-signature"]).split("v1=")[1];
    expect(hmac(again.headers)).not.toBe(hmac(first?.headers ?? {}));
    const [shown] = await until(async () => {
      const rows = await list();
      return rows[0]?.attempt_count === 2 ? rows : undefined;
    });
    expect(triggersOf(shown)).toEqual(["event", "replay"]);
  });
});
