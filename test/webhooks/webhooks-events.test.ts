/** Which deliveries an order's events make, in the transaction that changes the order (contract §15.3). */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createOverviewOrder } from "@/lib/contracts/order-overview";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { deliveriesOf, endpoint } from "./work";

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

type Made = { endpoint_id: string; event: string; status: string; order_id: string };

/** All deliveries that were made for an order, by endpoint. */
async function madeFor(order_id: string): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select d.endpoint_id, d.event, d.status, d.order_id from webhook_deliveries d
    join events e on e.id = d.event_id and e.order_id = d.order_id and e.event = d.event
    where d.order_id = ${order_id} order by e.created_at, e.id, d.endpoint_id`.execute(await testDb());
  return rows;
}

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from orders) as orders, (select count(*)::int from events) as events,
      (select count(*)::int from webhook_deliveries) as deliveries`.execute(await testDb());
  return rows[0];
}

const simulate = (order_id: string, event: string, client: Api = shop.testing) =>
  client.post("/simulate/tracking", { order_id, event });
const cancel = (order_id: string, client: Api = shop.testing) =>
  client.post("/order/cancel", { order_id, reason: "OTHER" });

describe("an event", () => {
  it("goes to the endpoints that subscribe to it, of its account and environment; held where disabled", async () => {
    const stranger = await merchant();
    const subscribed = await endpoint(shop.testing, "https://a.example/", { events: ["order.created"] });
    const all = await endpoint(shop.testing, "https://a.example/");
    const disabled = await endpoint(shop.testing, "https://b.example/", { events: ["order.created"] });
    await shop.testing.post(`/webhooks/${disabled.id}/disable`);
    await endpoint(shop.testing, "https://c.example/", { events: ["order.cancelled", "order.delivered"] });
    const deleted = await endpoint(shop.testing, "https://d.example/");
    await shop.testing.call("DELETE", `/webhooks/${deleted.id}`);
    await endpoint(shop.production, "https://e.example/");
    await endpoint(stranger.testing, "https://f.example/");

    const { order_id } = await created(shop.testing);
    const expected = [
      { endpoint_id: subscribed.id, status: "pending" },
      { endpoint_id: all.id, status: "pending" },
      { endpoint_id: disabled.id, status: "held" },
    ].map((made) => ({ ...made, event: "order.created", order_id }));
    expect(await madeFor(order_id)).toHaveLength(3);
    expect(await madeFor(order_id)).toEqual(expect.arrayContaining(expected));
  });

  it("goes by what an endpoint subscribes to at that time", async () => {
    const { id } = await endpoint(shop.testing, "https://a.example/", { events: ["order.created"] });
    const { order_id } = await created(shop.testing);
    await shop.testing.call("PATCH", `/webhooks/${id}`, { body: { events: ["order.in_transit"] } });
    await simulate(order_id, "order.picked_up");
    await simulate(order_id, "order.in_transit");
    expect((await madeFor(order_id)).map(({ event }) => event)).toEqual(["order.created", "order.in_transit"]);
  });

  it("is stored even without any endpoint", async () => {
    const { order_id } = await created(shop.testing);
    expect(await madeFor(order_id)).toEqual([]);
    expect((await shop.testing.get("/events")).body.data).toMatchObject([{ order_id, event: "order.created" }]);
  });
});

describe("each way to change an order", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await endpoint(shop.testing, "https://shop.example/"));
  });
  const eventsOf = async (order_id: string) => (await madeFor(order_id)).map(({ event }) => event);

  it.each<[string, () => object]>([
    ["a local order", () => localOrder()],
    ["an international one", () => intlOrder()],
    ["a saved one", () => localOrder({ confirm_shipment: "N" })],
  ])("creates %s with one delivery", async (_name, body) => {
    const order = await created(shop.testing, body());
    expect(await eventsOf(order.order_id)).toEqual(["order.created"]);
    const [row] = await deliveriesOf(shop.testing, id);
    const { data } = (await shop.testing.get(`/webhooks/deliveries/${row.id}`)).body;
    expect(JSON.parse(data.body)).toEqual({
      event: "order.created",
      timestamp: expect.stringMatching(/Z$/),
      data: { order_id: order.order_id, tracking_number: order.tracking_number, status: "pending" },
    });
  });

  it("creates one by the overview form", async () => {
    const answer = await shop.testing.post("/orders", createOverviewOrder.example);
    expect(await eventsOf(answer.body.data.id)).toEqual(["order.created"]);
  });

  it("confirming says nothing new; cancelling does, once", async () => {
    const { order_id } = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    expect((await shop.testing.post("/order/confirm", { order_id })).status).toBe(200);
    expect(await eventsOf(order_id)).toEqual(["order.created"]);
    await Promise.all([cancel(order_id), cancel(order_id), cancel(order_id)]);
    expect(await eventsOf(order_id)).toEqual(["order.created", "order.cancelled"]);
  });

  it("scanning announces each move once, and nothing for a repeated or late scan", async () => {
    const carrier = await clientOf("carrier", null);
    const order = await created(shop.testing);
    const scan = (event: string, occurred_at: string) =>
      carrier.post(
        "/tracking/events",
        { tracking_number: order.tracking_number, event, occurred_at },
        { headers: { "x-account-id": shop.accountId } },
      );
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
    const [one, two] = [at(1), at(2)];
    for (const [event, time] of [
      ["order.picked_up", one],
      ["order.picked_up", one],
      ["order.in_transit", two],
    ] as const)
      expect((await scan(event, time)).status).toBe(200);
    await simulate(order.order_id, "order.delivered");
    expect(await eventsOf(order.order_id)).toEqual([
      "order.created",
      "order.picked_up",
      "order.in_transit",
      "order.delivered",
    ]);
  });

  it("a draft and refused requests make none", async () => {
    const before = await counts();
    const owner = (await personOf("owner", shop.accountId)).api;
    expect((await owner.post("/drafts", { body: localOrder() })).status).toBe(200);
    expect((await shop.testing.post("/order/create", localOrder({ sender: null }))).status).toBe(400);
    expect(await counts()).toEqual(before);
    const { order_id } = await created(shop.testing);
    const after = await counts();
    expect((await shop.testing.post("/order/create", {}, { headers: { "idempotency-key": "x" } })).status).toBe(400);
    expect((await simulate(order_id, "order.out_for_delivery")).status).toBe(400);
    expect((await cancel(order_id, (await merchant()).testing)).status).toBe(404);
    expect(await counts()).toEqual(after);
  });

  it("a key that is used ten times at once makes one delivery", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.testing.post("/order/create", localOrder(), { headers: { "idempotency-key": "k" } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await deliveriesOf(shop.testing, id)).toHaveLength(1);
  });
});

describe("one transaction", () => {
  /** Makes the database refuse rows of a table: at once, or when the transaction commits. */
  async function refusing(table: string, when: "at once" | "at commit", work: () => Promise<void>): Promise<void> {
    const db = await testDb();
    const kind =
      when === "at commit" ? "constraint trigger refuse after insert or update" : "trigger refuse before insert";
    const deferred = when === "at commit" ? "deferrable initially deferred" : "";
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      db,
    );
    await sql.raw(`create ${kind} on ${table} ${deferred} for each row execute function refuse()`).execute(db);
    try {
      await work();
    } finally {
      await sql`drop function refuse cascade`.execute(db);
    }
  }

  it("keeps no order whose delivery cannot be written", async () => {
    await endpoint(shop.testing, "https://shop.example/");
    const { order_id } = await created(shop.testing);
    const before = await counts();
    await refusing("webhook_deliveries", "at once", async () => {
      expect((await shop.testing.post("/order/create", localOrder())).status).toBe(500);
      expect((await cancel(order_id)).status).toBe(500);
      expect((await simulate(order_id, "order.picked_up")).status).toBe(500);
    });
    expect(await counts()).toEqual(before);
    const { data } = (await shop.testing.get(`/order/detail/${order_id}`)).body;
    expect([data.order_status, data.tracking.checkpoint_list.length]).toEqual(["READY_TO_SHIP", 1]);
    expect((await cancel(order_id)).status).toBe(200);
  });

  it("keeps no delivery of an order that does not commit", async () => {
    await endpoint(shop.testing, "https://shop.example/");
    const { order_id } = await created(shop.testing);
    const before = await counts();
    await refusing("orders", "at commit", async () => {
      expect((await shop.testing.post("/order/create", localOrder())).status).toBe(500);
      expect((await cancel(order_id)).status).toBe(500);
      expect((await simulate(order_id, "order.picked_up")).status).toBe(500);
    });
    expect(await counts()).toEqual(before);
  });
});
