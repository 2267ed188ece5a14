// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { canMove, ORDER_STATUSES } from "@/lib/orders/status";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";

let shop: Merchant;
let other: Merchant;

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
});

const cancel = ({ order_id }: { order_id: string }, change: object = {}, client: Api = shop.testing) =>
  client.post("/order/cancel", { order_id, reason: "CUSTOMER_REQUEST", ...change });
const detail = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const totalOf = async (query: string) => (await shop.testing.get(`/orders?limit=1&${query}`)).body.pagination.total;
const eventsOf = async ({ order_id }: { order_id: string }) => {
  const { rows } = await sql<{
    event: string;
    body: string;
  }>`select event, body from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
  return rows;
};
const answerOf = ({ order_id }: { order_id: string }) => ({
  order_id,
  order_status: "CANCELLED",
  cancel_status: "CANCELLED",
  message: "The order is cancelled.",
});
// A draft is not an order; API clients never see one.
const STATES = ORDER_STATUSES.filter((status) => status !== "DRAFT");
const OPEN = ["PENDING_CONFIRM", "READY_TO_SHIP"] as const;

describe("POST /order/cancel", () => {
  it("allows by the table exactly the states before the pickup", () => {
    expect(STATES.filter((status) => canMove(status, "CANCELLED"))).toEqual(OPEN);
  });

  it.each(OPEN)("cancels an order that is %s", async (status) => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: status === "READY_TO_SHIP" ? "Y" : "N" }));
    const before = [await totalOf(`status=${status}`), await totalOf("status=CANCELLED"), await totalOf("")];
    const answer = await cancel(order, { reason: "WRONG_INFO", remarks: "Wrong flat\nask again" });
    expect([answer.status, answer.body.data]).toEqual([200, answerOf(order)]);
    const record = await detail(order);
    expect(record).toMatchObject({
      order_status: "CANCELLED",
      cancel_reason: "WRONG_INFO",
      cancel_remarks: "Wrong flat\nask again",
      tracking_number: order.tracking_number,
      quote_price: order.quote_price,
    });
    expect(record.tracking.status).toBe("cancelled");
    expect(record.tracking.checkpoint_list.map(({ event }: { event: string }) => event)).toEqual([
      "order.cancelled",
      "order.created",
    ]);
    const after = [await totalOf(`status=${status}`), await totalOf("status=CANCELLED"), await totalOf("")];
    expect(after).toEqual([before[0] - 1, before[1] + 1, before[2]]);
  });

  it("announces it once, in the words of the events", async () => {
    const order = await created(shop.testing);
    await cancel(order);
    await cancel(order);
    const events = await eventsOf(order);
    expect(events.map(({ event }) => event)).toEqual(["order.created", "order.cancelled"]);
    expect(JSON.parse(events[1]?.body ?? "")).toEqual({
      event: "order.cancelled",
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      data: { order_id: order.order_id, tracking_number: order.tracking_number, status: "cancelled" },
    });
  });

  it("answers the same when it is repeated, and keeps the first reason", async () => {
    const order = await created(shop.testing);
    const first = await cancel(order, { reason: "DUPLICATE", remarks: "twice" });
    const record = await detail(order);
    for (const reason of ["DUPLICATE", "OTHER"]) {
      const again = await cancel(order, { reason });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    }
    expect(await detail(order)).toEqual(record);
    expect(record).toMatchObject({ cancel_reason: "DUPLICATE", cancel_remarks: "twice" });
  });

  it.each(STATES.filter((status) => !(OPEN as readonly string[]).includes(status) && status !== "CANCELLED"))(
    "answers 400450 for an order that is %s, and changes nothing",
    async (status) => {
      const order = await created(shop.testing);
      await sql`update orders set status = ${status} where id = ${order.order_id}`.execute(await testDb());
      const before = await detail(order);
      const answer = await cancel(order);
      expect(answer.status).toBe(400);
      expect(answer.entries).toEqual([
        {
          field: "order_id",
          pointer: "/order_id",
          code: "400450",
          code_reason: "ORDER_NOT_CANCELLABLE",
          message: expect.stringContaining(status),
        },
      ]);
      expect(await detail(order)).toEqual(before);
      expect((await eventsOf(order)).map(({ event }) => event)).toEqual(["order.created"]);
    },
  );

  it("cancels international orders, by people too", async () => {
    const order = await created(shop.testing, intlOrder());
    const member = await personOf("member", shop.accountId);
    expect((await cancel(order, {}, member.api)).body.data).toEqual(answerOf(order));
  });

  it.each(["CUSTOMER_REQUEST", "WRONG_INFO", "DUPLICATE", "OTHER"])("takes the reason %s", async (reason) => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    expect((await cancel(order, { reason })).status).toBe(200);
    expect(await detail(order)).toMatchObject({ cancel_reason: reason, cancel_remarks: null });
  });

  it.each<[string, object, string[]]>([
    ["no reason", { reason: undefined }, ["reason"]],
    ["an empty reason", { reason: "" }, ["reason"]],
    ["an unknown reason", { reason: "BORED" }, ["reason"]],
    ["a reason in lower case", { reason: "other" }, ["reason"]],
    ["a reason that is no text", { reason: 1 }, ["reason"]],
    ["remarks that are too long", { remarks: "x".repeat(501) }, ["remarks"]],
    ["remarks with control characters", { remarks: "a\u0000b" }, ["remarks"]],
    ["no order_id", { order_id: undefined }, ["order_id"]],
    ["an order_id that is a number", { order_id: 1 }, ["order_id"]],
    ["everything wrong", { order_id: "x", reason: "y", remarks: 3 }, ["order_id", "reason", "remarks"]],
  ])("refuses %s", async (_name, change, fields) => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const answer = await cancel(order, change);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect((await detail(order)).order_status).toBe("PENDING_CONFIRM");
  });

  it("answers for another account's or environment's order as for one that does not exist", async () => {
    const missing = await cancel({ order_id: "999999999999999" });
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    const theirs = await created(other.testing);
    const live = await created(shop.production);
    for (const order of [theirs, live]) {
      const answer = await cancel(order);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
    }
    expect((await other.testing.get(`/order/detail/${theirs.order_id}`)).body.data.order_status).toBe("READY_TO_SHIP");
    expect((await shop.production.get(`/order/detail/${live.order_id}`)).body.data.order_status).toBe("READY_TO_SHIP");
  });
});

describe("cancelling at once", () => {
  it("ten times cancels once", async () => {
    const order = await created(shop.testing);
    const before = await totalOf("status=CANCELLED");
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(order)));
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual(Array(10).fill([200, answerOf(order)]));
    expect(await totalOf("status=CANCELLED")).toBe(before + 1);
    expect((await eventsOf(order)).map(({ event }) => event)).toEqual(["order.created", "order.cancelled"]);
  });

  it("together with the carrier's pickup lets exactly one of them win", async () => {
    for (let round = 0; round < 6; round++) {
      const order = await created(shop.testing);
      const before = [await totalOf("status=CANCELLED"), await totalOf("status=PICKED_UP")] as const;
      const early = round % 2 ? cancel(order) : undefined;
      const picking = shop.testing.post("/simulate/tracking", { order_id: order.order_id, event: "order.picked_up" });
      const cancelled = await (early ?? cancel(order));
      const picked = await picking;
      expect([cancelled.status, picked.status].sort()).toEqual([200, 400]);
      const won = cancelled.status === 200 ? "CANCELLED" : "PICKED_UP";
      const loser = won === "CANCELLED" ? picked : cancelled;
      expect(loser.entries[0]?.code).toBe(won === "CANCELLED" ? "400460" : "400450");
      const record = await detail(order);
      expect(record.order_status).toBe(won);
      const event = won === "CANCELLED" ? "order.cancelled" : "order.picked_up";
      expect((await eventsOf(order)).map((each) => each.event)).toEqual(["order.created", event]);
      expect(record.tracking.checkpoint_list.map((each: { event: string }) => each.event)).toEqual([
        event,
        "order.created",
      ]);
      const after = [await totalOf("status=CANCELLED"), await totalOf("status=PICKED_UP")];
      expect(after).toEqual(won === "CANCELLED" ? [before[0] + 1, before[1]] : [before[0], before[1] + 1]);
    }
  });
});
