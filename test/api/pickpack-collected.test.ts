import { beforeAll, describe, expect, it } from "vitest";
import { created, type Merchant } from "../factories";
import type { Api } from "../http";
import { freshItem, naming, orderIn, orderOf, stocked, stockOf, warehouse } from "../pick-pack/warehouse";

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
