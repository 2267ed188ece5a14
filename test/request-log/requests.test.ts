// What the people of an account see of its request log (contract §19).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { flush } from "@/server/request-log";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Answer, api } from "../http";

type Person = Awaited<ReturnType<typeof personOf>>;
type Listed = { request_id: string; operation: string; status: number; caller: string | null };

let shop: Merchant;
let owner: Person;
let member: Person;

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
});

beforeEach(async () => {
  await flush();
  await sql`delete from request_log`.execute(await testDb());
});

async function get(path: string, by: Pick<Person, "api"> = owner): Promise<Answer> {
  await flush();
  return by.api.get(path);
}
const list = async (query = "", by: Pick<Person, "api"> = owner): Promise<Listed[]> =>
  (await get(`/requests${query}`, by)).body.data;
const ids = async (query: string) => (await list(query)).map(({ request_id }) => request_id);
const idOf = (answer: Answer) => String(answer.headers.get("x-request-id"));

describe("GET /requests", () => {
  it("lists calls, the latest first, to owners and members, with the client's name", async () => {
    const named = await clientOf("merchant", shop.accountId, "testing", "Web shop");
    const first = await named.post("/order/create", localOrder());
    const second = await named.post("/order/create", localOrder({ cod: "maybe" }));
    for (const by of [owner, member]) {
      const answer = await get("/requests?limit=1", by);
      expect(answer.body.data).toEqual([
        {
          ...{ request_id: idOf(second), method: "POST", path: "/testing/v1/order/create", query: null },
          ...{ operation: "createOrder", status: 400, caller: "Web shop", client_id: expect.any(String), gap: null },
          ...{ errors: [{ code: "400000", field: "cod" }], ms: expect.any(Number) },
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+08:00$/),
        },
      ]);
      expect(answer.body.pagination).toEqual({ total: 2, page: 1, per_page: 1, total_pages: 2 });
    }
    expect(await ids("?limit=1&offset=1")).toEqual([idOf(first)]);
  });

  it("filters by status, client, operation, code and days", async () => {
    const other = await clientOf("merchant", shop.accountId);
    const good = idOf(await shop.testing.get("/orders"));
    const bad = idOf(await other.post("/order/create", localOrder({ shipping_provider: "NO_SUCH" })));
    const missing = idOf(await shop.testing.get("/order/detail?order_id=217123456789012"));
    expect(await ids("?status=2xx")).toEqual([good]);
    expect(await ids("?status=4xx")).toEqual([missing, bad]);
    expect(await ids("?status=404")).toEqual([missing]);
    expect(await ids("?status=5xx")).toEqual([]);
    expect(await ids(`?client_id=${shop.credentials.testing.client_id}`)).toEqual([missing, good]);
    expect(await ids("?operation=createOrder")).toEqual([bad]);
    expect(await ids("?code=400470")).toEqual([bad]);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await ids(`?from=${day(0)}&to=${day(0)}`)).toHaveLength(3);
    expect(await ids(`?from=${day(1)}`)).toEqual([]);
    expect(await ids(`?to=${day(-1)}`)).toEqual([]);
  });

  it("finds calls by an order's id, tracking number or reference, in any case, and by request id", async () => {
    const { order_id, tracking_number } = await created(shop.testing, localOrder({ reference: "Shop-1001" }));
    await shop.testing.get(`/order/detail?order_id=${order_id}`);
    const other = await shop.testing.get("/orders");
    for (const q of [order_id, tracking_number, tracking_number.toLowerCase(), "SHOP-1001"])
      expect((await list(`?q=${q}`)).map(({ operation }) => operation)).toEqual(["readOrder", "createOrder"]);
    expect(await ids(`?q=${idOf(other)}`)).toEqual([idOf(other)]);
    expect(await ids("?q=nothing")).toEqual([]);
  });

  it("shows a failed call of a person under their name", async () => {
    const failed = await member.api.get("/order/detail?order_id=217123456789012");
    const [row] = await list();
    expect(row).toMatchObject({ request_id: idOf(failed), client_id: null, caller: expect.stringMatching(/./) });
  });

  it("refuses filters that mean nothing, each at its name", async () => {
    const answer = await get("/requests?status=6xx&from=yesterday&limit=0");
    expect([answer.status, answer.entries.map(({ field }) => field).sort()]).toEqual([
      400,
      ["from", "limit", "status"],
    ]);
    const days = await get("/requests?from=2026-02-02&to=2026-02-01");
    expect(days.entries.map(({ field }) => field)).toEqual(["to"]);
  });

  it("stops counting at 10,000, and still reads what is beyond", async () => {
    await shop.testing.get("/orders");
    await flush();
    await sql`
      insert into request_log (account_id, environment, at, request_id, method, path, operation, status, ms, codes, fields, objects)
      select account_id, environment, at - n * interval '1 ms', 'req_' || n, method, path, operation, 200, 1, '{}', '{}', '{}'
      from request_log, generate_series(1, 10050) n`.execute(await testDb());
    const answer = await get("/requests?limit=10&offset=10045");
    expect(answer.body.pagination).toMatchObject({ total: 10_000, total_is_at_least: true });
    expect(answer.body.data.map(({ request_id }: Listed) => request_id)).toEqual(
      [10045, 10046, 10047, 10048, 10049, 10050].map((n) => `req_${n}`),
    );
  });
});

describe("GET /requests/{request_id}", () => {
  it("reads a call with its masked bodies", async () => {
    const id = idOf(await shop.testing.post("/order/create", localOrder()));
    const { data } = (await get(`/requests/${id}`)).body;
    expect(data).toMatchObject({ request_id: id, operation: "createOrder", status: 200 });
    expect(JSON.parse(data.request).recipient).toMatchObject({ name: "***", mobile: "***" });
    expect(JSON.parse(data.answer).data.order_id).toMatch(/^\d{15}$/);
    expect((await get("/requests/req_0")).status).toBe(404);
  });
});

describe("GET /requests/errors", () => {
  it("groups errors by code, field and operation, the most frequent first", async () => {
    for (let n = 0; n < 3; n++) await shop.testing.post("/order/create", localOrder({ cod: "maybe" }));
    await shop.testing.get("/order/detail?order_id=217123456789012");
    const answer = await get("/requests/errors");
    const times = { first_at: expect.any(String), last_at: expect.any(String) };
    expect(answer.body.data).toEqual([
      { code: "400000", field: "cod", operation: "createOrder", count: 3, ...times },
      { code: "404000", field: "", operation: "readOrder", count: 1, ...times },
    ]);
    expect(answer.body.pagination.total).toBe(2);
    expect((await get("/requests/errors?client_id=other")).body.data).toEqual([]);
    // A call that has the code at one field and an error of another code at the other is of neither group that mixes them.
    await shop.testing.post("/order/create", localOrder({ cod: "maybe", confirm_shipment: "later" }));
    const totalOf = async (query: string) => (await get(`/requests?${query}`)).body.pagination.total;
    expect(await totalOf("code=400000&field=cod")).toBe(4);
    expect(await totalOf("code=400000&field=confirm_shipment")).toBe(1);
    expect(await totalOf("field=confirm_shipment&operation=createOrder")).toBe(1);
    expect(await totalOf("code=404000&field=cod")).toBe(0);
    expect(await totalOf("code=400000&field=c")).toBe(0);
  });
});

describe("GET /events/sent", () => {
  it("lists events of all endpoints, the latest first, with how their deliveries went, by order too", async () => {
    const urls = ["https://one.example.com/", "https://two.example.com/"];
    for (const url of urls) await shop.testing.post("/webhooks", { url, events: ["order.created"] });
    const { order_id, tracking_number } = await created(shop.testing, localOrder({ reference: "Shop-2002" }));
    await created(shop.testing);
    const all = (await get("/events/sent")).body;
    const written = `${tracking_number.toLowerCase().slice(0, 5)} ${tracking_number.slice(5)}`;
    const scanned = `https://sampan.example/track/${tracking_number}`;
    for (const q of [order_id, tracking_number, written, scanned, "shop-2002", all.data[1].event_id]) {
      const [event, ...more] = (await get(`/events/sent?q=${encodeURIComponent(q)}`, member)).body.data;
      expect(more).toEqual([]);
      expect(event).toMatchObject({ order_id, event: "order.created", is_test: false });
      const sent = { status: "pending", attempt_count: 0, latest: null };
      expect(event.deliveries).toMatchObject(urls.map((url) => ({ url, ...sent })));
    }
    expect((await get("/events/sent?event=order.cancelled")).body.data).toEqual([]);
  });
});

describe("POST /events/{event_id}/replay", () => {
  const listed = async (of: Merchant, id: string): Promise<{ event_id: string; replayed_at?: string }[]> =>
    (await of.testing.get("/events?limit=100")).body.data.filter(
      ({ event_id }: { event_id: string }) => event_id === id,
    );
  const sentOf = async (by: Person, order_id: string) => (await get(`/events/sent?q=${order_id}`, by)).body.data[0];

  it("lists the event once more for who follows events, also where no endpoint got it", async () => {
    const alone = await merchant();
    const by = await personOf("owner", alone.accountId);
    const { order_id } = await created(alone.testing);
    const { event_id, deliveries } = await sentOf(by, order_id);
    expect(deliveries).toEqual([]);
    const since = new Date().toISOString();
    const waiting = alone.testing.get(`/events?since=${since}&wait=15`);
    const answer = await by.api.post(`/events/${event_id}/replay`);
    expect([answer.status, answer.body.data.event_id]).toEqual([200, event_id]);
    expect((await waiting).body.data).toMatchObject([{ event_id, replayed_at: expect.any(String) }]);
    expect((await listed(alone, event_id)).map(({ replayed_at }) => replayed_at)).toEqual([
      undefined,
      expect.any(String),
    ]);
  });

  it("makes each of its deliveries due once more, of disabled endpoints too, but none that is in flight", async () => {
    const here = await merchant();
    const by = await personOf("owner", here.accountId);
    for (const name of ["one", "two", "three"])
      await here.testing.post("/webhooks", { url: `https://${name}.example.com/`, events: ["order.created"] });
    const { order_id } = await created(here.testing);
    const { event_id, deliveries } = await sentOf(by, order_id);
    const [, second, third] = deliveries as { delivery_id: string; webhook_id: string }[];
    const db = await testDb();
    await sql`update webhook_deliveries set status = 'succeeded', attempt_count = 1 where event_id = ${event_id}`.execute(
      db,
    );
    await sql`update webhook_deliveries set status = 'in_flight', lease_token = gen_random_uuid() where id = ${third?.delivery_id}`.execute(
      db,
    );
    await here.testing.post(`/webhooks/${second?.webhook_id}/disable`);
    expect((await by.api.post(`/events/${event_id}/replay`)).body.data.deliveries).toMatchObject([
      { status: "pending" },
      { status: "pending" },
      { status: "in_flight" },
    ]);
    expect(await listed(here, event_id)).toHaveLength(2);
  });

  it("is for the account's people only: no program, no staff, in no other environment", async () => {
    const { order_id } = await created(shop.testing);
    const { event_id } = await sentOf(owner, order_id);
    const path = `/events/${event_id}/replay`;
    expect((await api().post(path)).status).toBe(401);
    expect((await shop.testing.post(path)).status).toBe(403);
    const staff = { headers: { "x-account-id": shop.accountId } };
    expect((await (await personOf("support", null)).api.post(path, {}, staff)).status).toBe(403);
    const stranger = await personOf("owner", (await merchant()).accountId);
    const elsewhere = api("production", { headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" } });
    for (const by of [stranger.api, elsewhere]) expect((await by.post(path)).status).toBe(404);
    expect((await owner.api.post("/events/evt_none/replay")).status).toBe(404);
    expect(await listed(shop, event_id)).toHaveLength(1);
  });
});

describe("the request log is seen", () => {
  const PATHS = ["/requests", "/requests/errors", "/requests/req_x", "/events/sent"];

  it("only with a session: by no program, no staff", async () => {
    const support = await personOf("support", null);
    for (const path of PATHS) {
      expect((await api().get(path)).status).toBe(401);
      expect((await shop.testing.get(path)).status).toBe(403);
      expect((await support.api.get(path, { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
    }
  });

  it("by no other account, and in no other environment", async () => {
    const { order_id } = await created(shop.testing);
    const [{ request_id } = { request_id: "" }] = await list(`?q=${order_id}`);
    const stranger = await personOf("owner", (await merchant()).accountId);
    const elsewhere = api("production", { headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" } });
    for (const by of [stranger.api, elsewhere]) {
      for (const path of ["/requests", `/requests?q=${order_id}`, "/requests/errors", `/events/sent?q=${order_id}`])
        expect((await by.get(path)).body.data, path).toEqual([]);
      expect((await by.get(`/requests/${request_id}`)).status).toBe(404);
    }
    expect((await get(`/requests/${request_id}`)).status).toBe(200);
  });
});
