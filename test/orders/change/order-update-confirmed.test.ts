import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/calendar";
import { created, intlOrder, localOrder, testDb } from "@/test/factories";
import { detail, INTL, idsOf, LOCAL, shop, soon, today, update, withMerchants } from "./order-update";

withMerchants();

describe("POST /order/update after confirmation", () => {
  const lockedOf = (rows: typeof LOCAL) =>
    rows.filter(([field]) => !["client_remarks", "reference", "pickup_arrange"].includes(field));

  it.each([
    ...lockedOf(LOCAL).map(([field, change]) => [field, "local", change] as const),
    ...lockedOf(INTL).map(([field, change]) => [field, "international", change] as const),
    ["ship_type", "local", { ship_type: "local" }] as const,
    ["confirm_shipment", "local", { confirm_shipment: "N" }] as const,
    ["quote_id", "local", { quote_id: "qt_x" }] as const,
  ])("answers 400451 for %s of a %s order", async (_field, kind, change) => {
    const order = await created(shop.testing, kind === "local" ? localOrder() : intlOrder());
    const before = await detail(order);
    const answer = await update(order, { client_remarks: "with an open one", ...change });
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field, code, code_reason }) => [field, code, code_reason])).toEqual(
      Object.keys(change).map((field) => [field, "400451", "FIELD_LOCKED_AFTER_CONFIRM"]),
    );
    expect(await detail(order)).toEqual(before);
  });

  it("names every locked field at once, in the order of the document", async () => {
    const order = await created(shop.testing);
    const answer = await update(order, {
      delivery_proof: "W",
      recipient: {},
      cod: "Y",
      sender: {},
      client_remarks: "x",
    });
    expect(answer.entries.map(({ field }) => field)).toEqual(["sender", "recipient", "cod", "delivery_proof"]);
  });

  it("takes client_remarks and pickup_arrange without a new price, and finds the new remarks", async () => {
    const order = await created(shop.testing);
    const answer = await update(order, {
      client_remarks: "capybara",
      pickup_arrange: { pickup_date: soon, pickup_end_time: "18:00" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      client_remarks: "capybara",
      pickup_arrange: { pickup_date: soon, pickup_start_time: null, pickup_end_time: "18:00" },
      quote_price: order.quote_price,
      tracking_number: order.tracking_number,
      order_status: "READY_TO_SHIP",
    });
    expect(await idsOf("q=capybara")).toEqual([order.order_id]);
    expect(await idsOf(`q=${order.tracking_number}`)).toEqual([order.order_id]);
    expect((await update(order, { pickup_arrange: {} })).body.data.pickup_arrange).toBeNull();
    const refused = await update(order, { pickup_arrange: { pickup_date: addDays(today, -1) } });
    expect([refused.status, refused.entries[0]?.field]).toEqual([400, "pickup_arrange.pickup_date"]);
  });

  it("takes remarks although the pickup day has passed or the provider has closed since", async () => {
    const order = await created(shop.testing, localOrder({ pickup_arrange: { pickup_date: soon } }));
    const db = await testDb();
    await sql`update orders set pickup_date = ${addDays(today, -5)}::date where id = ${order.order_id}`.execute(db);
    await sql`update providers set active = false where code = 'LOCAL_DOOR'`.execute(db);
    try {
      const answer = await update(order, { client_remarks: "late" });
      expect([answer.status, answer.body.data.client_remarks]).toEqual([200, "late"]);
      expect(answer.body.data.pickup_arrange.pickup_date).toBe(addDays(today, -5));
    } finally {
      await sql`update providers set active = true where code = 'LOCAL_DOOR'`.execute(db);
    }
  });

  it("takes remarks of an order on its way, and no pickup any more", async () => {
    const order = await created(shop.testing);
    await shop.testing.post("/simulate/tracking", { order_id: order.order_id, event: "order.picked_up" });
    expect((await update(order, { client_remarks: "gone" })).body.data.client_remarks).toBe("gone");
    const refused = await update(order, { pickup_arrange: { pickup_date: soon } });
    expect([refused.status, refused.entries.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [["pickup_arrange", "400451"]],
    ]);
  });
});
