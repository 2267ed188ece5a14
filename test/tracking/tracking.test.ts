// @module-tag engine
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { ORDER_MOVES, TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { clientOf, created, testDb } from "../factories";
import { at, detail, type Loose, type Order, orderIn, other, shop, simulate, withCarrier } from "./tracking";

withCarrier();

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

/** The table of contract §13.3, written out again: the events that an order takes in each state. */
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
const EVENTS = TRACKING_EVENT_NAMES.map((name) => name.replace("order.", ""));

describe("POST /simulate/tracking", () => {
  it("allows the moves of contract §13.3", () => {
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

  it("carries the fields of the scan into the timeline and the event", async () => {
    const order = await orderIn("OUT_FOR_DELIVERY");
    const fields = {
      location: { city: "Kowloon", state: "KLN", country: "HK" },
      description: "Left with the caretaker",
      sub_status: "collected",
      estimated_delivery: at("18:00:00"),
      delivered_to: "Mr Chan",
      signature_required: false,
      proof_of_delivery_url: "https://carrier.example/pod/1?x=1",
    };
    const before = Date.now();
    const { data } = (await simulate(order, "delivered", fields)).body;
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
      location: fields.location,
    });
    expect(Date.parse(data.checkpoint_list[0].time)).toBeGreaterThanOrEqual(before - 1000);
    const last = (await eventsOf(order)).at(-1);
    const { estimated_delivery, ...rest } = fields;
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

  it("leaves out of the event what was not given", async () => {
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
    expect(Math.abs(rows[0]?.seconds ?? 99)).toBeLessThan(60);
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

  it("is for the account's own testing orders: others answer as orders that do not exist", async () => {
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
