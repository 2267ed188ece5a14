// @module-tag engine
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { created, testDb } from "../factories";
import { at, type Loose, type Order, scan, shop, statusOf, withCarrier } from "./tracking";

withCarrier();

async function eventsOf({ order_id }: Order): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
  return rows.map(({ event }) => event.replace("order.", ""));
}
/** Sends scans one after the other; gives their results and the state after each. */
async function play(order: Order, scans: [event: string, time: string, more?: Loose][]): Promise<[unknown, string][]> {
  const seen: [unknown, string][] = [];
  for (const [event, time, more] of scans) {
    const { data } = (await scan(order, event, at(time), more)).body;
    seen.push([data.result, data.status]);
  }
  return seen;
}

/** How far each event is along the way; a scan may skip forward along it. */
const PROGRESS: Record<string, number> = {
  READY_TO_SHIP: 1,
  PICKED_UP: 2,
  IN_TRANSIT: 3,
  EXCEPTION: 3,
  OUT_FOR_DELIVERY: 4,
  FAILED_DELIVERY: 5,
  DELIVERED: 6,
};
const FINAL = ["DELIVERED", "CANCELLED"];
/** Moves of contract §13.3 that do not lead further: repeats, steps back, and a carrier's cancellation. */
const TURNS: Record<string, string[]> = {
  READY_TO_SHIP: ["CANCELLED"],
  IN_TRANSIT: ["IN_TRANSIT", "EXCEPTION"],
  OUT_FOR_DELIVERY: ["IN_TRANSIT", "EXCEPTION"],
  FAILED_DELIVERY: ["FAILED_DELIVERY", "IN_TRANSIT", "OUT_FOR_DELIVERY", "EXCEPTION"],
  EXCEPTION: ["EXCEPTION", "IN_TRANSIT"],
};

describe("POST /tracking/events", () => {
  it("moves the order, announces it and adds to the timeline", async () => {
    const order = await created(shop.testing);
    const answer = await scan(order, "picked_up", "2026-11-01T01:30:00.123456Z", {
      location: { city: "Kwun Tong", country: "HK" },
      description: "Collected",
      sub_status: "first_scan",
      estimated_delivery: at("18:00:00"),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      result: "MOVED",
      order_id: order.order_id,
      tracking_number: order.tracking_number,
      status: "picked_up",
      sub_status: "first_scan",
      estimated_delivery: at("18:00:00.000"),
    });
    expect(answer.body.data.checkpoint_list[0]).toEqual({
      time: "2026-11-01T09:30:00.123+08:00",
      event: "order.picked_up",
      status: "picked_up",
      sub_status: "first_scan",
      description: "Collected",
      location: { city: "Kwun Tong", state: null, country: "HK" },
    });
    const { result: _result, ...view } = answer.body.data;
    expect((await shop.testing.get(`/order/tracking/${order.order_id}`)).body.data).toEqual(view);
    const { rows } = await sql<{ body: string }>`
      select body from events where order_id = ${order.order_id} and event = 'order.picked_up'`.execute(await testDb());
    expect(JSON.parse(rows[0]?.body ?? "")).toEqual({
      event: "order.picked_up",
      timestamp: "2026-11-01T01:30:00.123Z",
      data: {
        order_id: order.order_id,
        tracking_number: order.tracking_number,
        status: "picked_up",
        location: { city: "Kwun Tong", country: "HK" },
        description: "Collected",
        sub_status: "first_scan",
        estimated_delivery: new Date(at("18:00:00")).toISOString(),
      },
    });
  });

  it.each([
    ["READY_TO_SHIP", []],
    ["PICKED_UP", ["picked_up"]],
    ["IN_TRANSIT", ["in_transit"]],
    ["EXCEPTION", ["exception"]],
    ["OUT_FOR_DELIVERY", ["out_for_delivery"]],
    ["FAILED_DELIVERY", ["failed_delivery"]],
    ["DELIVERED", ["delivered"]],
  ])("from %s skips forward to every later state, and never goes back by a late scan", async (from, way) => {
    for (const to of ["PICKED_UP", "IN_TRANSIT", "EXCEPTION", "OUT_FOR_DELIVERY", "FAILED_DELIVERY", "DELIVERED"]) {
      const order = await created(shop.testing);
      await play(
        order,
        way.map((event) => [event, "12:00:00"]),
      );
      expect(await statusOf(order)).toBe(from);
      // Scanned before the scan that led to the present state.
      const { data } = (await scan(order, to.toLowerCase(), at("10:00:00"))).body;
      const isAhead = !FINAL.includes(from) && (PROGRESS[to] ?? 0) > (PROGRESS[from] ?? 0);
      const isKnown = from === to && ["PICKED_UP", "DELIVERED"].includes(to);
      expect([from, to, data.result]).toEqual([from, to, isAhead ? "MOVED" : isKnown ? "DUPLICATE" : "HISTORY"]);
      expect(await statusOf(order)).toBe(isAhead ? to : from);
      expect(await eventsOf(order)).toEqual(["created", ...way, ...(isAhead ? [to.toLowerCase()] : [])]);
    }
  });

  it.each(Object.entries(TURNS).filter(([from]) => from !== "READY_TO_SHIP"))(
    "from %s goes back to %j when that is newer, as the table allows",
    async (from, turns) => {
      for (const to of ["PICKED_UP", "IN_TRANSIT", "EXCEPTION", "OUT_FOR_DELIVERY", "FAILED_DELIVERY", "CANCELLED"]) {
        if ((PROGRESS[to] ?? 0) > (PROGRESS[from] ?? 0)) continue;
        const order = await created(shop.testing);
        await play(order, [[from.toLowerCase(), "12:00:00"]]);
        const moves = turns.includes(to);
        expect(await play(order, [[to.toLowerCase(), "13:00:00"]])).toEqual([
          [moves ? "MOVED" : "HISTORY", (moves ? to : from).toLowerCase()],
        ]);
        expect(await eventsOf(order)).toEqual(["created", from.toLowerCase(), ...(moves ? [to.toLowerCase()] : [])]);
      }
    },
  );

  it("cancels an order that waits for its pickup, once", async () => {
    const order = await created(shop.testing);
    expect(
      await play(order, [
        ["cancelled", "10:00:00"],
        ["cancelled", "11:00:00"],
        ["delivered", "12:00:00"],
      ]),
    ).toEqual([
      ["MOVED", "cancelled"],
      ["DUPLICATE", "cancelled"],
      ["HISTORY", "cancelled"],
    ]);
    expect(await eventsOf(order)).toEqual(["created", "cancelled"]);
    expect((await shop.testing.get(`/order/detail/${order.order_id}`)).body.data.cancel_reason).toBe("OTHER");
  });

  it("takes the same scan once: same event, time and place", async () => {
    const order = await created(shop.testing);
    const hub = { location: { city: "Kwai Chung" } };
    const again = { location: { country: null, city: "Kwai Chung" }, description: "another text" };
    expect(
      await play(order, [
        ["in_transit", "10:00:00", hub],
        ["in_transit", "10:00:00", hub],
        ["in_transit", "10:00:00", again],
        ["in_transit", "10:00:00", { location: { city: "Sha Tin" } }],
        ["in_transit", "10:00:00.001", hub],
        ["in_transit", "09:00:00", hub],
        ["in_transit", "09:00:00", hub],
      ]),
    ).toEqual([
      ["MOVED", "in_transit"],
      ["DUPLICATE", "in_transit"],
      ["DUPLICATE", "in_transit"],
      ["MOVED", "in_transit"],
      ["MOVED", "in_transit"],
      ["HISTORY", "in_transit"],
      ["DUPLICATE", "in_transit"],
    ]);
    const other = at("10:00:00").replace("+08:00", "").replace("T10", "T02");
    expect((await scan(order, "in_transit", `${other}Z`, hub)).body.data.result).toBe("DUPLICATE");
    expect(await eventsOf(order)).toEqual(["created", "in_transit", "in_transit", "in_transit"]);
    const { checkpoint_list } = (await shop.testing.get(`/order/tracking/${order.order_id}`)).body.data;
    expect(checkpoint_list).toHaveLength(5);
  });

  it("announces created, picked up, delivered and cancelled once, however often they are scanned", async () => {
    const order = await created(shop.testing);
    expect(
      await play(order, [
        ["created", "08:00:00"],
        ["in_transit", "10:00:00"],
        ["picked_up", "09:00:00"],
        ["picked_up", "09:30:00"],
        ["cancelled", "09:40:00"],
        ["cancelled", "09:50:00"],
        ["delivered", "12:00:00"],
        ["delivered", "13:00:00"],
        ["picked_up", "14:00:00"],
      ]),
    ).toEqual([
      ["DUPLICATE", "pending"],
      ["MOVED", "in_transit"],
      ["HISTORY", "in_transit"],
      ["DUPLICATE", "in_transit"],
      ["HISTORY", "in_transit"],
      ["DUPLICATE", "in_transit"],
      ["MOVED", "delivered"],
      ["DUPLICATE", "delivered"],
      ["DUPLICATE", "delivered"],
    ]);
    expect(await eventsOf(order)).toEqual(["created", "in_transit", "delivered"]);
  });

  it("shows the sub_status of the scan that made the state, not of one dated later", async () => {
    const order = await created(shop.testing);
    await play(order, [
      ["in_transit", "12:00:00", { sub_status: "available_for_pickup" }],
      ["delivered", "11:59:00"],
    ]);
    const { data } = (await shop.testing.get(`/order/tracking/${order.order_id}`)).body;
    expect([data.status, data.sub_status]).toEqual(["delivered", null]);
    await play(order, [["in_transit", "13:00:00", { sub_status: "late" }]]);
    expect((await shop.testing.get(`/order/tracking/${order.order_id}`)).body.data.sub_status).toBeNull();
  });

  it("keeps a late scan in the history only, also after a step forward that was dated before it", async () => {
    const order = await created(shop.testing);
    expect(
      await play(order, [
        ["in_transit", "12:00:00"],
        ["out_for_delivery", "09:00:00"],
        ["in_transit", "10:00:00"],
        ["in_transit", "12:30:00"],
      ]),
    ).toEqual([
      ["MOVED", "in_transit"],
      ["MOVED", "out_for_delivery"],
      ["HISTORY", "out_for_delivery"],
      ["MOVED", "in_transit"],
    ]);
  });

  it("takes one of ten at once", async () => {
    const order = await created(shop.testing);
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(order, "in_transit", at("10:00:00"))));
    const results = answers.map(({ body }) => body.data.result).sort();
    expect(results).toEqual([...Array(9).fill("DUPLICATE"), "MOVED"]);
    expect(await eventsOf(order)).toEqual(["created", "in_transit"]);
  });

  it("ends in the state of the last scan when those of a whole day come at once", async () => {
    const order = await created(shop.testing);
    const day = [
      ["picked_up", "08:00:00"],
      ["in_transit", "10:00:00"],
      ["out_for_delivery", "12:00:00"],
      ["delivered", "15:00:00"],
    ] as const;
    const answers = await Promise.all(day.toReversed().map(([event, time]) => scan(order, event, at(time))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(order)).toBe("DELIVERED");
    const moved = answers.filter(({ body }) => body.data.result === "MOVED").length;
    expect(await eventsOf(order)).toHaveLength(moved + 1);
  });
});

describe("any scans in any order", () => {
  type Scan = { event: string; minute: number; place: number };
  const scans = fc.array(
    fc.record({
      event: fc.constantFrom(
        "created",
        "picked_up",
        "in_transit",
        "in_transit",
        "exception",
        "out_for_delivery",
        "failed_delivery",
        "delivered",
        "cancelled",
      ),
      minute: fc.integer({ min: 0, max: 9 }),
      place: fc.integer({ min: 0, max: 1 }),
    }) satisfies fc.Arbitrary<Scan>,
    { minLength: 1, maxLength: 12 },
  );

  /** The rules of contract §13.3, as short as possible. */
  function rules(history: readonly Scan[]): { results: string[]; states: string[]; moves: string[] } {
    let [state, newest] = ["READY_TO_SHIP", -1];
    const known = new Set<string>();
    const announced = new Set(["created"]);
    const [results, states, moves]: [string[], string[], string[]] = [[], [], []];
    for (const { event, minute, place } of history) {
      const to = event.toUpperCase();
      const isAhead = !FINAL.includes(state) && (PROGRESS[to] ?? 0) > (PROGRESS[state] ?? 0);
      const moves_ = isAhead || (TURNS[state]?.includes(to) && minute >= newest);
      const isOnce = ["created", "picked_up", "delivered", "cancelled"].includes(event);
      const key = `${event} ${minute} ${place}`;
      if (known.has(key) || (!moves_ && isOnce && announced.has(event))) results.push("DUPLICATE");
      else {
        known.add(key);
        announced.add(event);
        results.push(moves_ ? "MOVED" : "HISTORY");
        if (moves_) {
          state = to;
          newest = Math.max(newest, minute);
          moves.push(event);
        }
      }
      states.push(state);
    }
    return { results, states, moves };
  }

  it("leave the order where the rules say, never further back by a late scan, with an event for each move", async () => {
    await fc.assert(
      fc.asyncProperty(scans, async (history) => {
        const order = await created(shop.testing);
        const expected = rules(history);
        const seen: { result: string; state: string; minute: number }[] = [];
        for (const { event, minute, place } of history) {
          const { data } = (
            await scan(order, event, at(`10:0${minute}:00`), place ? { location: { city: "Tai Po" } } : {})
          ).body;
          seen.push({
            result: data.result,
            state: data.status === "pending" ? "READY_TO_SHIP" : data.status.toUpperCase(),
            minute,
          });
        }
        expect(seen.map(({ result }) => result)).toEqual(expected.results);
        expect(seen.map(({ state }) => state)).toEqual(expected.states);
        expect(await eventsOf(order)).toEqual(["created", ...expected.moves]);

        // What must never happen, checked without the rules.
        for (const [i, { result, state, minute }] of seen.entries()) {
          const before = seen[i - 1]?.state ?? "READY_TO_SHIP";
          if (result !== "MOVED" || FINAL.includes(before)) expect(state).toBe(before);
          const isLate = seen.slice(0, i).some((earlier) => earlier.result === "MOVED" && earlier.minute > minute);
          if (isLate) expect(PROGRESS[state] ?? 9).toBeGreaterThanOrEqual(PROGRESS[before] ?? 9);
        }
        const { checkpoint_list } = (await shop.testing.get(`/order/tracking/${order.order_id}`)).body.data;
        const times = checkpoint_list.slice(0, -1).map(({ time }: { time: string }) => time);
        expect(times).toEqual(times.toSorted().reverse());
        expect(times).toHaveLength(seen.filter(({ result }) => result !== "DUPLICATE").length);
        expect(checkpoint_list.at(-1).event).toBe("order.created");
      }),
      { numRuns: 60 },
    );
  });
});
