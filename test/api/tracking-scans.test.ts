import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";

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

const DAY = addDays(hongKongDate(new Date()), -2);
const at = (time: string) => `${DAY}T${time}+08:00`;
const scan = (
  { tracking_number }: Pick<Order, "tracking_number">,
  event: string,
  occurred_at: string,
  more: Loose = {},
  client: Api = carrier,
) => client.post("/tracking/events", { tracking_number, event: `order.${event}`, occurred_at, ...more });
const statusOf = async ({ order_id }: Order) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data.order_status;
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
/** Moves of decisions §4.3 that lead no further along: repeats, turns back, and a carrier's cancellation. */
const TURNS: Record<string, string[]> = {
  READY_TO_SHIP: ["CANCELLED"],
  IN_TRANSIT: ["IN_TRANSIT", "EXCEPTION"],
  OUT_FOR_DELIVERY: ["IN_TRANSIT", "EXCEPTION"],
  FAILED_DELIVERY: ["FAILED_DELIVERY", "IN_TRANSIT", "OUT_FOR_DELIVERY", "EXCEPTION"],
  EXCEPTION: ["EXCEPTION", "IN_TRANSIT"],
};

describe("POST /tracking/events", () => {
  it("moves the order, announces it and tells the timeline", async () => {
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
  ])("from %s skips forward to whatever lies ahead, and never back by a late one", async (from, way) => {
    for (const to of ["PICKED_UP", "IN_TRANSIT", "EXCEPTION", "OUT_FOR_DELIVERY", "FAILED_DELIVERY", "DELIVERED"]) {
      const order = await created(shop.testing);
      await play(
        order,
        way.map((event) => [event, "12:00:00"]),
      );
      expect(await statusOf(order)).toBe(from);
      // Scanned before what made the present state.
      const { data } = (await scan(order, to.toLowerCase(), at("10:00:00"))).body;
      const isAhead = !FINAL.includes(from) && (PROGRESS[to] ?? 0) > (PROGRESS[from] ?? 0);
      const isKnown = from === to && ["PICKED_UP", "DELIVERED"].includes(to);
      expect([from, to, data.result]).toEqual([from, to, isAhead ? "MOVED" : isKnown ? "DUPLICATE" : "HISTORY"]);
      expect(await statusOf(order)).toBe(isAhead ? to : from);
      expect(await eventsOf(order)).toEqual(["created", ...way, ...(isAhead ? [to.toLowerCase()] : [])]);
    }
  });

  it.each(Object.entries(TURNS).filter(([from]) => from !== "READY_TO_SHIP"))(
    "from %s turns back to %j when that is newer, as the table allows",
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
    const again = { location: { country: null, city: "Kwai Chung" }, description: "told otherwise" };
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

  it("tells created, picked up, delivered and cancelled once, however often they are scanned", async () => {
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

  it("keeps what is late late, also after a step forward that was dated before it", async () => {
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

  it("of ten at once takes one", async () => {
    const order = await created(shop.testing);
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(order, "in_transit", at("10:00:00"))));
    const results = answers.map(({ body }) => body.data.result).sort();
    expect(results).toEqual([...Array(9).fill("DUPLICATE"), "MOVED"]);
    expect(await eventsOf(order)).toEqual(["created", "in_transit"]);
  });

  it("of a whole day at once ends where the day ended", async () => {
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

  /** The rules of decisions §4.3 and of the domain facts, in the fewest words. */
  function rules(history: readonly Scan[]): { results: string[]; states: string[]; moves: string[] } {
    let [state, newest] = ["READY_TO_SHIP", -1];
    const known = new Set<string>();
    const told = new Set(["created"]);
    const [results, states, moves]: [string[], string[], string[]] = [[], [], []];
    for (const { event, minute, place } of history) {
      const to = event.toUpperCase();
      const isAhead = !FINAL.includes(state) && (PROGRESS[to] ?? 0) > (PROGRESS[state] ?? 0);
      const moves_ = isAhead || (TURNS[state]?.includes(to) && minute >= newest);
      const isOnce = ["created", "picked_up", "delivered", "cancelled"].includes(event);
      const key = `${event} ${minute} ${place}`;
      if (known.has(key) || (!moves_ && isOnce && told.has(event))) results.push("DUPLICATE");
      else {
        known.add(key);
        told.add(event);
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

  it("leave the order where the rules say, never further back by a late one, with an event for each move", async () => {
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

        // What no rule may ever allow, said without the rules.
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

describe("who may scan what", () => {
  it("the carrier's, the warehouse's and support's clients and people, in every account", async () => {
    const order = await created(other.testing);
    const results: unknown[] = [];
    for (const [i, client] of [
      await clientOf("warehouse", null),
      await clientOf("support", null),
      (await personOf("warehouse", null)).api,
      (await personOf("support", null)).api,
    ].entries())
      results.push((await scan(order, "in_transit", at(`1${i}:00:00`), {}, client)).body.data.result);
    expect(results).toEqual(Array(4).fill("MOVED"));
    const { rows } = await sql<{ source: string }>`
      select source from tracking_events where order_id = ${order.order_id} order by id`.execute(await testDb());
    expect(rows.map(({ source }) => source.split(":")[0])).toEqual(["warehouse", "support", "warehouse", "support"]);
  });

  it("not one of another account or environment: it is answered as a number that does not exist", async () => {
    const narrow = await clientOf("carrier", other.accountId);
    const order = await created(shop.testing);
    const live = await created(shop.production);
    const missing = await scan({ tracking_number: "ST00000000000" }, "picked_up", at("10:00:00"));
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    for (const answer of [
      await scan(order, "picked_up", at("10:00:00"), {}, narrow),
      await scan(live, "picked_up", at("10:00:00")),
    ])
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
    expect(await statusOf(order)).toBe("READY_TO_SHIP");
    const liveCarrier = await clientOf("carrier", null, "production");
    expect((await scan(live, "picked_up", at("10:00:00"), {}, liveCarrier)).body.data.result).toBe("MOVED");
    expect((await scan(await created(other.testing), "picked_up", at("10:00:00"), {}, narrow)).body.data.result).toBe(
      "MOVED",
    );
  });

  it.each<[string, Loose, string[]]>([
    ["no tracking number", { tracking_number: undefined }, ["tracking_number"]],
    ["no event", { event: undefined }, ["event"]],
    ["an unknown event", { event: "order.teleported" }, ["event"]],
    ["no time", { occurred_at: undefined }, ["occurred_at"]],
    ["a time without offset", { occurred_at: "2026-11-20T10:00:00" }, ["occurred_at"]],
    ["a day that is none", { occurred_at: "2026-02-30T10:00:00Z" }, ["occurred_at"]],
    ["another century", { occurred_at: "1999-12-31T23:59:59Z" }, ["occurred_at"]],
    ["a time far ahead", { occurred_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }, ["occurred_at"]],
    [
      "everything wrong",
      { tracking_number: 1, event: 2, occurred_at: 3, location: [], signature_required: "no" },
      ["tracking_number", "event", "occurred_at", "location", "signature_required"],
    ],
  ])("refuses %s", async (_name, change, fields) => {
    const order = await created(shop.testing, localOrder());
    const body = {
      tracking_number: order.tracking_number,
      event: "order.picked_up",
      occurred_at: at("10:00:00"),
      ...change,
    };
    const answer = await carrier.post("/tracking/events", body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(answer.entries.find(({ field }) => field === "event" && typeof change.event === "string")?.code).toBe(
      change.event && typeof change.event === "string" ? "400460" : undefined,
    );
    expect(await statusOf(order)).toBe("READY_TO_SHIP");
  });
});
