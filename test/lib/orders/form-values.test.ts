import { beforeAll, describe, expect, it } from "vitest";
import { judgeOrder } from "@/lib/contracts/form-resolver";
import { normalise } from "@/lib/contracts/normalise";
import type { OrderRecord } from "@/lib/contracts/order";
import { changedFields, orderOfRecord } from "@/lib/orders/form-values";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

async function saved(body: object): Promise<OrderRecord> {
  const { order_id } = await created(shop.testing, { ...body, confirm_shipment: "N" });
  return (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
}

const FULL_LINE = {
  description: "Porcelain tea set",
  qty: "2",
  single_price: "380.00",
  single_weight: "1.5",
  hscode: "691110",
  origin: "CN",
  battery: { type: "chargeable", location: "inside" },
  material: "Porcelain",
  is_cpsc_registered: "Y",
  cpsc_product_id: "CPSC-1",
  manufacture_date: "2026-01-02",
  manufacturer_name: "Kiln Ltd",
};

/** Orders whose every field must come back from the form unchanged. */
const ORDERS: [string, () => object][] = [
  ["a local order", localOrder],
  ["an order to a pickup point", () => localOrder({ shipping_provider: "LOCAL_POINT" })],
  [
    "a local order with all options",
    () => {
      const { shipment_detail } = localOrder();
      const parcel_list = shipment_detail.parcel_list.map((parcel) => ({ ...parcel, insurance_fee: "380" }));
      return localOrder({
        shipment_detail: { ...shipment_detail, parcel_list },
        is_local_insurance: "Y",
        cod: "Y",
        cod_amount: "120.50",
        delivery_proof: "W",
        client_remarks: "Two\nlines",
      });
    },
  ],
  ["an international order", intlOrder],
  [
    "an international order that leaves out what the form has defaults for",
    () => {
      const { reason_of_export: _reason, currency: _currency, ...shipment_detail } = intlOrder().shipment_detail;
      return intlOrder({ shipment_detail, shipment_options: undefined });
    },
  ],
  [
    "an international order with customs' own fields",
    () => {
      const { shipment_detail } = intlOrder();
      const [parcel] = shipment_detail.parcel_list;
      return intlOrder({
        shipment_detail: { ...shipment_detail, parcel_list: [{ ...parcel, declaration_list: [FULL_LINE] }, parcel] },
      });
    },
  ],
];

describe("a stored order in the form", () => {
  it.each(ORDERS)("is whole and valid: %s", async (what, order) => {
    const body = order();
    if (what.includes("pickup point")) {
      const points = await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT&limit=1");
      Object.assign(body, {
        recipient: { ...localOrder().recipient, address: points.body.data[0].address_value },
      });
    }
    const record = await saved(body);
    const values = orderOfRecord(record);
    const judged = judgeOrder(values);
    expect(judged.problems).toEqual([]);

    // Sent back completely, it is the same order at the same price.
    const { ship_type: _type, ...fields } = judged.body;
    const answer = await shop.testing.post("/order/update", { order_id: record.order_id, ...fields });
    expect(answer.status).toBe(200);
    const { update_time: _time, ...after } = answer.body.data;
    const { update_time: _before, ...before } = record;
    expect(after).toEqual(before);
  });
});

describe("what is sent of an edited order", () => {
  it("is the root fields that changed, each whole", async () => {
    const record = await saved(localOrder());
    const before = normalise(orderOfRecord(record));
    const after = structuredClone(before) as typeof before & { recipient: { name: string } };
    expect(changedFields(before, after)).toEqual({});
    after.recipient.name = "Wong Siu Ming";
    expect(changedFields(before, after)).toEqual({
      recipient: { ...(before.recipient as object), name: "Wong Siu Ming" },
    });
  });

  it("names remarks that were emptied", async () => {
    const record = await saved(localOrder({ client_remarks: "Ring twice" }));
    const before = normalise(orderOfRecord(record));
    const change = changedFields(before, { ...before, client_remarks: undefined });
    expect(change).toEqual({ clear: ["client_remarks"] });
    const answer = await shop.testing.post("/order/update", { order_id: record.order_id, ...change });
    expect(answer.body.data.client_remarks).toBeNull();
  });

  it("names a collection that is called off", async () => {
    const { data } = (await shop.testing.get("/providers?ship_type=local")).body;
    const closed: string[] = data.find(({ code }: { code: string }) => code === "LOCAL_DOOR").services
      .pickup_closed_dates;
    const days = Array.from({ length: 10 }, (_, index) =>
      new Date(Date.now() + (index + 1) * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10),
    );
    const pickup_date = days.find((day) => !closed.includes(day));
    const record = await saved(
      localOrder({ pickup_arrange: { pickup_date, pickup_start_time: "09:30", pickup_end_time: "18:30" } }),
    );
    const before = normalise(orderOfRecord(record));
    expect(before.pickup_arrange).toMatchObject({ pickup_date });
    const blank = { pickup_date: "", pickup_start_time: "", pickup_end_time: "" };
    const change = changedFields(before, normalise({ ...orderOfRecord(record), pickup_arrange: blank }));
    expect(change).toEqual({ clear: ["pickup_arrange"] });
    const answer = await shop.testing.post("/order/update", { order_id: record.order_id, ...change });
    expect(answer.body.data.pickup_arrange).toBeNull();
  });
});
