import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { ORDER_MOVES, TRACKING_EVENT_NAMES } from "@/lib/order-status";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";

type Loose = Record<string, unknown>;
type Order = { order_id: string; tracking_number: string };

let shop: Merchant;
let other: Merchant;
let carrier: Api;

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  carrier = await clientOf("carrier", null);
});

const simulate = ({ order_id }: Pick<Order, "order_id">, event: string, more: Loose = {}, client: Api = shop.testing) =>
  client.post("/simulate/tracking", { order_id, event: `order.${event}`, ...more });
const scan = (
  { tracking_number }: Pick<Order, "tracking_number">,
  event: string,
  occurred_at: string,
  more: Loose = {},
  client: Api = carrier,
) => client.post("/tracking/events", { tracking_number, event: `order.${event}`, occurred_at, ...more });
const detail = async ({ order_id }: Order) => (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const totalOf = async (status: string) =>
  (await shop.testing.get(`/orders?limit=1&status=${status}`)).body.pagination.total;
async function eventsOf({ order_id }: Order): Promise<{ event: string; body: string }[]> {
  const { rows } = await sql<{ event: string; body: string }>`
    select event, body from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
  return rows;
}
async function scansOf({ order_id }: Order): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tracking_events where order_id = ${order_id}`.execute(await testDb());
  return rows[0]?.n ?? -1;
}
/** An instant on the day before yesterday; scans of tests happen then. */
const at = (time: string) => `${addDays(hongKongDate(new Date()), -2)}T${time}+08:00`;

/** The table of decisions §4.3, written out once more: what an event does to an order. */
const LEGAL: Record<string, string[]> = {
  PENDING_CONFIRM: ["cancelled"],
  READY_TO_SHIP: ["picked_up", "in_transit", "exception", "cancelled"],
  PICKED_UP: ["in_transit", "out_for_delivery", "exception"],
  IN_TRANSIT: ["in_transit", "out_for_delivery", "delivered", "exception"],
  OUT_FOR_DELIVERY: ["delivered", "failed_delivery", "in_transit", "exception"],
  FAILED_DELIVERY: ["failed_delivery", "in_transit", "out_for_delivery", "delivered", "exception"],
  EXCEPTION: ["exception", "in_transit", "out_for_delivery", "failed_delivery", "delivered"],
  DELIVERED: [],
  CANCELLED: [],
};
/** The shortest way to each state, by simulation. */
const WAYS: Record<string, string[]> = {
  PENDING_CONFIRM: [],
  READY_TO_SHIP: [],
  PICKED_UP: ["picked_up"],
  IN_TRANSIT: ["in_transit"],
  OUT_FOR_DELIVERY: ["in_transit", "out_for_delivery"],
  FAILED_DELIVERY: ["in_transit", "out_for_delivery", "failed_delivery"],
  EXCEPTION: ["exception"],
  DELIVERED: ["in_transit", "delivered"],
  CANCELLED: ["cancelled"],
};
const EVENTS = TRACKING_EVENT_NAMES.map((name) => name.replace("order.", ""));

async function orderIn(status: string): Promise<Order> {
  const order = await created(shop.testing, localOrder({ confirm_shipment: status === "PENDING_CONFIRM" ? "N" : "Y" }));
  for (const event of WAYS[status] ?? []) expect((await simulate(order, event)).status).toBe(200);
  return order;
}

describe("POST /simulate/tracking", () => {
  it("knows the table of the decisions", () => {
    const { DRAFT: _draft, ...moves } = ORDER_MOVES;
    const written = Object.entries(LEGAL).map(([from, events]) => [
      from,
      events.map((event) => event.toUpperCase()).sort(),
    ]);
    const table = Object.entries(moves).map(([from, to]) => [
      from,
      to.filter((each) => each !== "READY_TO_SHIP").toSorted(),
    ]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(table));
    expect(EVENTS).toHaveLength(8);
  });

  describe.each(Object.keys(LEGAL))("from %s", (from) => {
    it.each(EVENTS.filter((event) => LEGAL[from]?.includes(event)))("takes %s", async (event) => {
      const order = await orderIn(from);
      const to = event.toUpperCase();
      const [leaving, coming, before] = [await totalOf(from), await totalOf(to), await eventsOf(order)];
      const answer = await simulate(order, event);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        result: "MOVED",
        order_id: order.order_id,
        status: event,
        tracking_number: order.tracking_number,
      });
      expect(answer.body.data.checkpoint_list[0]).toMatchObject({ event: `order.${event}`, status: event });
      expect((await detail(order)).order_status).toBe(to);
      const events = await eventsOf(order);
      expect(events.map(({ event }) => event)).toEqual([...before.map(({ event }) => event), `order.${event}`]);
      expect(JSON.parse(events.at(-1)?.body ?? "")).toMatchObject({
        event: `order.${event}`,
        data: { order_id: order.order_id, tracking_number: order.tracking_number, status: event },
      });
      expect([await totalOf(from), await totalOf(to)]).toEqual(
        from === to ? [leaving, coming] : [leaving - 1, coming + 1],
      );
    });

    it("refuses every other event with 400460 and changes nothing", async () => {
      const order = await orderIn(from);
      const [record, events, scans] = [await detail(order), await eventsOf(order), await scansOf(order)];
      for (const event of EVENTS.filter((each) => !LEGAL[from]?.includes(each))) {
        const answer = await simulate(order, event);
        expect(answer.status).toBe(400);
        expect(answer.entries).toEqual([
          {
            field: "event",
            pointer: "/event",
            code: "400460",
            code_reason: "TRACKING_EVENT_INVALID",
            message: `An order that is ${from} does not take order.${event}.`,
          },
        ]);
      }
      expect([await detail(order), await eventsOf(order), await scansOf(order)]).toEqual([record, events, scans]);
    });
  });

  it("carries what is told of the scan into the timeline and the event", async () => {
    const order = await orderIn("OUT_FOR_DELIVERY");
    const told = {
      location: { city: "Kowloon", state: "KLN", country: "HK" },
      description: "Left with the caretaker",
      sub_status: "collected",
      estimated_delivery: at("18:00:00"),
      delivered_to: "Mr Chan",
      signature_required: false,
      proof_of_delivery_url: "https://carrier.example/pod/1?x=1",
    };
    const before = Date.now();
    const { data } = (await simulate(order, "delivered", told)).body;
    expect(data).toMatchObject({
      status: "delivered",
      sub_status: "collected",
      estimated_delivery: at("18:00:00.000"),
    });
    expect(data.checkpoint_list[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/),
      event: "order.delivered",
      status: "delivered",
      sub_status: "collected",
      description: "Left with the caretaker",
      location: told.location,
    });
    expect(Date.parse(data.checkpoint_list[0].time)).toBeGreaterThanOrEqual(before - 1000);
    const last = (await eventsOf(order)).at(-1);
    const { estimated_delivery, ...rest } = told;
    expect(JSON.parse(last?.body ?? "")).toEqual({
      event: "order.delivered",
      timestamp: new Date(data.checkpoint_list[0].time).toISOString(),
      data: {
        order_id: order.order_id,
        tracking_number: order.tracking_number,
        status: "delivered",
        ...rest,
        estimated_delivery: new Date(estimated_delivery).toISOString(),
      },
    });
  });

  it("leaves out of the event what is not told", async () => {
    const order = await orderIn("READY_TO_SHIP");
    await simulate(order, "picked_up", {
      location: { city: "", country: null },
      description: " ",
      sub_status: "",
      delivered_to: "",
    });
    const { data } = JSON.parse((await eventsOf(order)).at(-1)?.body ?? "");
    expect(Object.keys(data)).toEqual(["order_id", "tracking_number", "status"]);
    await simulate(order, "in_transit", { location: { city: "Hong Kong" } });
    expect(JSON.parse((await eventsOf(order)).at(-1)?.body ?? "").data.location).toEqual({ city: "Hong Kong" });
    expect((await detail(order)).tracking.checkpoint_list[0].location).toEqual({
      city: "Hong Kong",
      state: null,
      country: null,
    });
  });

  it("happens at the database's time, whatever the clock of this process says", async () => {
    const order = await orderIn("READY_TO_SHIP");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    try {
      expect((await simulate(order, "in_transit")).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    const { rows } = await sql<{ seconds: number; whole: boolean }>`
      select extract(epoch from recorded_at - occurred_at)::float as seconds,
        occurred_at = date_trunc('milliseconds', occurred_at) as whole
      from tracking_events where order_id = ${order.order_id}`.execute(await testDb());
    expect(rows[0]?.whole).toBe(true);
    expect(Math.abs(rows[0]?.seconds ?? 99)).toBeLessThan(5);
  });

  it("moves once when it is asked ten times at once", async () => {
    const order = await orderIn("READY_TO_SHIP");
    const answers = await Promise.all(Array.from({ length: 10 }, () => simulate(order, "picked_up")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ entries }) => entries[0]?.code))).toEqual(
      new Set(["400460"]),
    );
    expect((await eventsOf(order)).map(({ event }) => event)).toEqual(["order.created", "order.picked_up"]);
  });

  it.each<[string, Loose, string[], string | undefined]>([
    ["an unknown event", { event: "order.lost" }, ["event"], "400460"],
    ["an event without its prefix", { event: "delivered" }, ["event"], "400460"],
    ["no event", { event: undefined }, ["event"], undefined],
    ["an event that is no text", { event: 5 }, ["event"], undefined],
    ["no order_id", { order_id: "" }, ["order_id"], undefined],
    ["an order_id that is a number", { order_id: 5 }, ["order_id"], undefined],
    ["a location that is text", { location: "Kowloon" }, ["location"], undefined],
    ["a city that is too long", { location: { city: "x".repeat(101) } }, ["location.city"], undefined],
    [
      "a proof that is not https",
      { proof_of_delivery_url: "http://carrier.example/1" },
      ["proof_of_delivery_url"],
      undefined,
    ],
    ["a proof that is no address", { proof_of_delivery_url: "https://" }, ["proof_of_delivery_url"], undefined],
    ["a signature that is text", { signature_required: "Y" }, ["signature_required"], undefined],
    ["an estimate without offset", { estimated_delivery: "2026-12-01T10:00:00" }, ["estimated_delivery"], undefined],
    ["a long description", { description: "x".repeat(501) }, ["description"], undefined],
    [
      "several faults",
      { event: "x", description: 1, delivered_to: "x".repeat(201) },
      ["event", "description", "delivered_to"],
      "400460",
    ],
  ])("refuses %s", async (_name, change, fields, code) => {
    const answer = await shop.testing.post("/simulate/tracking", {
      order_id: "1",
      event: "order.picked_up",
      ...change,
    });
    expect([answer.status, answer.entries.map(({ field }) => field), answer.entries[0]?.code]).toEqual([
      400,
      fields,
      code,
    ]);
  });

  it("is for testing orders of one's own: others answer as those that do not exist", async () => {
    const missing = await simulate({ order_id: "999999999999999" }, "picked_up");
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    const theirs = await created(other.testing);
    const live = await created(shop.production);
    for (const order of [theirs, live]) {
      const answer = await simulate(order, "picked_up");
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
    }
    expect((await simulate(live, "picked_up", {}, shop.production)).status).toBe(404);
    expect((await shop.production.get(`/order/detail/${live.order_id}`)).body.data.order_status).toBe("READY_TO_SHIP");
    const support = await clientOf("support", null);
    const byStaff = await support.post(
      "/simulate/tracking",
      { order_id: theirs.order_id, event: "order.picked_up" },
      { headers: { "x-account-id": other.accountId } },
    );
    expect(byStaff.body.data.result).toBe("MOVED");
  });
});

describe("GET /order/tracking/{order_id} and /tracking/{tracking_number}", () => {
  it("answer the timeline alike, the newest first, down to the creation", async () => {
    const order = await orderIn("READY_TO_SHIP");
    await scan(order, "picked_up", at("09:00:00"), { description: "Collected" });
    await scan(order, "in_transit", at("12:00:00"), {
      sub_status: "at_hub",
      location: { city: "Kwai Chung", country: "HK" },
    });
    const record = await detail(order);
    const byId = await shop.testing.get(`/order/tracking/${order.order_id}`);
    expect(byId.status).toBe(200);
    expect(byId.body.data).toEqual({
      order_id: order.order_id,
      tracking_number: order.tracking_number,
      status: "in_transit",
      sub_status: "at_hub",
      estimated_delivery: record.estimated_delivery,
      checkpoint_list: [
        {
          time: at("12:00:00.000"),
          event: "order.in_transit",
          status: "in_transit",
          sub_status: "at_hub",
          description: null,
          location: { city: "Kwai Chung", state: null, country: "HK" },
        },
        {
          time: at("09:00:00.000"),
          event: "order.picked_up",
          status: "picked_up",
          sub_status: null,
          description: "Collected",
          location: null,
        },
        {
          time: record.create_time,
          event: "order.created",
          status: "pending",
          sub_status: null,
          description: "Order information received",
          location: null,
        },
      ],
    });
    expect(record.tracking).toEqual(byId.body.data);
    expect((await shop.testing.get(`/tracking/${order.tracking_number}`)).body).toEqual(byId.body);
    const owner = await personOf("owner", shop.accountId);
    expect((await owner.api.get(`/order/tracking/${order.order_id}`)).body).toEqual(byId.body);
    for (const role of ["support", "warehouse"] as const) {
      const staff = await clientOf(role, null);
      expect((await staff.get(`/tracking/${order.tracking_number}`)).body).toEqual(byId.body);
      const named = { headers: { "x-account-id": shop.accountId } };
      expect((await staff.get(`/order/tracking/${order.order_id}`, named)).body).toEqual(byId.body);
    }
    expect((await carrier.get(`/tracking/${order.tracking_number}`)).body).toEqual(byId.body);
    const own = await clientOf("carrier", shop.accountId);
    expect((await own.get(`/order/tracking/${order.order_id}`)).body).toEqual(byId.body);
  });

  it("tell of a saved order that it is pending, without a number", async () => {
    const order = await orderIn("PENDING_CONFIRM");
    const { data } = (await shop.testing.get(`/order/tracking/${order.order_id}`)).body;
    expect(data).toMatchObject({ tracking_number: null, status: "pending", estimated_delivery: null });
    expect(data.checkpoint_list.map(({ event }: Loose) => event)).toEqual(["order.created"]);
  });

  it("keep the order of time after a cancellation too", async () => {
    const order = await orderIn("READY_TO_SHIP");
    await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    for (const [event, time] of [
      ["picked_up", at("09:00:00")],
      ["in_transit", later],
    ] as const)
      expect((await scan(order, event, time)).body.data).toMatchObject({ result: "HISTORY", status: "cancelled" });
    const { checkpoint_list } = (await shop.testing.get(`/order/tracking/${order.order_id}`)).body.data;
    expect(checkpoint_list.map(({ event }: Loose) => event)).toEqual([
      "order.in_transit",
      "order.cancelled",
      "order.picked_up",
      "order.created",
    ]);
  });

  it("find an order by any of its parcels' numbers", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const order = await created(
      shop.testing,
      localOrder({ shipment_detail: { ...localOrder().shipment_detail, parcel_list: [parcel, parcel] } }),
    );
    const [, second] = (await detail(order)).shipment_detail.parcel_list;
    expect((await shop.testing.get(`/tracking/${second.tracking_number}`)).body.data).toMatchObject({
      order_id: order.order_id,
      tracking_number: order.tracking_number,
    });
    const answer = await scan(second, "picked_up", at("09:00:00"));
    expect(answer.body.data).toMatchObject({
      result: "MOVED",
      order_id: order.order_id,
      tracking_number: order.tracking_number,
    });
    expect((await detail(order)).order_status).toBe("PICKED_UP");
    expect((await other.testing.get(`/tracking/${second.tracking_number}`)).status).toBe(404);
  });

  it("answer for another account's or environment's order as for one that does not exist", async () => {
    const mine = await created(shop.testing);
    const theirs = await created(other.testing);
    const live = await created(shop.production);
    const missing = await shop.testing.get("/tracking/ST00000000000");
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    const narrow = await clientOf("carrier", other.accountId);
    for (const [client, order] of [
      [shop.testing, theirs],
      [shop.testing, live],
      [shop.production, mine],
      [narrow, mine],
    ] as const)
      for (const path of [`/tracking/${order.tracking_number}`, `/order/tracking/${order.order_id}`]) {
        const answer = await client.get(path);
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
      }
    // A platform's carrier sees every account, but one environment.
    expect((await carrier.get(`/tracking/${theirs.tracking_number}`)).status).toBe(200);
    expect((await carrier.get(`/tracking/${live.tracking_number}`)).status).toBe(404);
    const liveCarrier = await clientOf("carrier", null, "production");
    expect((await liveCarrier.get(`/tracking/${live.tracking_number}`)).status).toBe(200);
  });

  it.each(["abc", "1".repeat(16), "-1"])("refuse the order_id %j", async (id) => {
    const answer = await shop.testing.get(`/order/tracking/${id}`);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "order_id"]);
  });

  it("refuse a number that cannot be one, and people without a session", async () => {
    expect((await shop.testing.get(`/tracking/${"x".repeat(41)}`)).entries[0]?.field).toBe("tracking_number");
    expect((await shop.testing.get("/tracking/%27%20or%201%3D1")).status).toBe(404);
    expect((await api().get("/tracking/ST00000000000")).status).toBe(401);
  });
});
