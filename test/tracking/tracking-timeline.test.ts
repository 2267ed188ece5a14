import { describe, expect, it } from "vitest";
import { clientOf, created, localOrder, personOf, withPickPack } from "../factories";
import { api } from "../http";
import { at, carrier, detail, type Loose, orderIn, other, scan, shop, withCarrier } from "./tracking";

withCarrier();

describe("GET /order/tracking/{order_id} and /tracking/{tracking_number}", () => {
  it("answer the same timeline, the newest first, back to the creation", async () => {
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
      const named = { headers: { "x-account-id": shop.accountId } };
      await withPickPack(shop.accountId, async () => {
        expect((await staff.get(`/tracking/${order.tracking_number}`)).body).toEqual(byId.body);
        expect((await staff.get(`/order/tracking/${order.order_id}`, named)).body).toEqual(byId.body);
      });
    }
    expect((await carrier.get(`/tracking/${order.tracking_number}`)).body).toEqual(byId.body);
    const own = await clientOf("carrier", shop.accountId);
    expect((await own.get(`/order/tracking/${order.order_id}`)).body).toEqual(byId.body);
  });

  it("show a saved order as pending, without a number", async () => {
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
