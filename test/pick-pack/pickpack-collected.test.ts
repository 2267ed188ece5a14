import { beforeAll, describe, expect, it } from "vitest";
import { created, type Merchant, personOf } from "../factories";
import type { Api } from "../http";
import { freshItem, naming, orderIn, orderOf, stocked, stockOf, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const scan = ({ order_id }: { order_id: string }, event: string) =>
  shop.testing.post("/simulate/tracking", { order_id, event });
const detail = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/pickpack/detail/${order_id}`)).body.data.order;

describe("a carrier's scan of an order in the warehouse", () => {
  it("that says collected closes one that is being packed: its stock is taken", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "2"]);
    expect((await scan(order, "order.picked_up")).status).toBe(200);
    expect(await detail(order)).toMatchObject({
      status: "PICKPACK_READY_TO_SHIPMENT",
      pickup_detail: { pickup_number: expect.stringMatching(/^PU/) },
    });
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["3", "0"]);
    const moves = await staff.get(`/products/${order.product_id}/movements?order_id=${order.order_id}`, naming(shop));
    expect(moves.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(["TAKEN", "RESERVED"]);
  });

  it("that says collected takes what was never confirmed, where the stock has it", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    await scan(order, "order.in_transit");
    expect((await detail(order)).status).toBe("PICKPACK_READY_TO_SHIPMENT");
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["3", "0"]);
  });

  it("that says collected closes one that the stock never had, and takes nothing", async () => {
    const item = freshItem("9");
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM", item);
    await scan(order, "order.picked_up");
    expect((await detail(order)).status).toBe("PICKPACK_READY_TO_SHIPMENT");
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
  });

  it("that says collected takes each sku that the stock has, though it never had another", async () => {
    const item = freshItem("2");
    const id = await stocked(place, item, "5");
    const order = await created(shop.testing, orderOf([item, freshItem("1")]));
    await scan(order, "order.picked_up");
    expect((await detail(order)).status).toBe("PICKPACK_READY_TO_SHIPMENT");
    expect(await stockOf(shop.testing, id)).toEqual(["3", "0"]);
  });

  it("leaves one that is ready as it is", async () => {
    const order = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    const before = await detail(order);
    const stock = await stockOf(shop.testing, order.product_id);
    await scan(order, "order.picked_up");
    await scan(order, "order.in_transit");
    expect(await detail(order)).toEqual(before);
    expect(await stockOf(shop.testing, order.product_id)).toEqual(stock);
  });

  it("distinguishes what waits for the courier from what the courier has", async () => {
    const [waits, ready, packing] = [
      await orderIn(place, "PICKPACK_READY_TO_SHIPMENT"),
      await orderIn(place, "PICKPACK_READY_TO_SHIPMENT"),
      await orderIn(place, "PICKPACK_CONFIRMED"),
    ];
    const owner = (await personOf("owner", shop.accountId)).api;
    const counted = async () => (await owner.get("/pickpack/counts")).body.data.collected;
    const before = await counted();
    await scan(ready, "order.picked_up");
    await scan(ready, "order.in_transit");
    await scan(packing, "order.exception");
    const listed = async (isCollected: string) => {
      const path = `/pickpack/list?status=PICKPACK_READY_TO_SHIPMENT&limit=100&is_collected=${isCollected}`;
      return (await shop.testing.get(path)).body.data.map(({ order_id }: { order_id: string }) => order_id);
    };
    expect(await listed("N")).toEqual([waits.order_id]);
    expect(await listed("Y")).toEqual(expect.arrayContaining([ready.order_id, packing.order_id]));
    expect((await counted()) - before).toBe(2);
    expect((await shop.testing.get("/pickpack/list?is_collected=x")).entries).toMatchObject([
      { field: "is_collected" },
    ]);
  });

  it.each(["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"] as const)(
    "that cancels the order cancels it while %s, and gives its stock back",
    async (status) => {
      const order = await orderIn(place, status);
      expect((await scan(order, "order.cancelled")).body.data.status).toBe("cancelled");
      expect((await detail(order)).status).toBe("PICKPACK_CANCELLED");
      expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
    },
  );

  it("that cancels the order keeps why the merchant asked for it", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    const why = { reason: "DUPLICATE", remarks: "Ordered twice" };
    await shop.testing.post("/order/cancel", { order_id: order.order_id, ...why });
    await scan(order, "order.cancelled");
    expect((await shop.testing.get(`/order/detail/${order.order_id}`)).body.data).toMatchObject({
      order_status: "CANCELLED",
      cancel_reason: why.reason,
      cancel_remarks: why.remarks,
    });
  });
});
