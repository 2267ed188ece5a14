import { beforeAll, describe, expect, it } from "vitest";
import { intlOrder as intlContract, localOrder as localContract } from "@/lib/contracts/order";
import { clearableOf } from "@/lib/contracts/order-clear";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";

type Loose = Record<string, unknown>;

let shop: Merchant;
let other: Merchant;
const pickup_date = "2096-02-29";

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
});

const insured = localOrder();
Object.assign(insured.shipment_detail.parcel_list[0] ?? {}, { insurance_fee: "100" });
/** A local order with every optional field. */
const full = (change: Loose = {}) => ({
  ...insured,
  client_remarks: "Ring twice",
  is_local_insurance: "Y",
  cod: "Y",
  cod_amount: "100",
  delivery_proof: "W",
  pickup_arrange: { pickup_date },
  confirm_shipment: "N",
  ...change,
});
const update = ({ order_id }: { order_id: string }, change: Loose) =>
  shop.testing.post("/order/update", { order_id, ...change });
const detail = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;

describe("clear (contract §4.3)", () => {
  it("knows the stored optional fields of each kind", () => {
    expect(clearableOf(localContract)).toEqual(
      expect.arrayContaining([
        "client_remarks",
        "is_local_insurance",
        "cod",
        "cod_amount",
        "delivery_proof",
        "pickup_arrange",
      ]),
    );
    expect(clearableOf(intlContract)).toEqual(expect.arrayContaining(["client_remarks", "shipment_options"]));
    for (const kind of [localContract, intlContract])
      for (const field of [
        "ship_type",
        "shipping_provider",
        "sender",
        "recipient",
        "shipment_detail",
        "confirm_shipment",
        "quote_id",
      ])
        expect(clearableOf(kind)).not.toContain(field);
  });

  it.each<[string, string[], Loose, string]>([
    ["remarks", ["client_remarks"], { client_remarks: null }, "74.00"],
    ["a collection", ["pickup_arrange"], { pickup_arrange: null }, "74.00"],
    ["insurance", ["is_local_insurance"], { is_local_insurance: "N" }, "69.00"],
    ["cash on delivery", ["cod"], { cod: "N", cod_amount: null }, "69.00"],
    ["the proof", ["delivery_proof"], { delivery_proof: "N" }, "64.00"],
    [
      "all of it, and one twice",
      ["cod_amount", "cod", "cod", "client_remarks", "pickup_arrange", "delivery_proof", "is_local_insurance"],
      { client_remarks: null, pickup_arrange: null, cod: "N", cod_amount: null, is_local_insurance: "N" },
      "54.00",
    ],
  ])("empties %s and prices the order again", async (_name, clear, expected, quote_price) => {
    const order = await created(shop.testing, full());
    const answer = await update(order, { clear });
    expect([answer.status, answer.body.data]).toMatchObject([200, { ...expected, quote_price }]);
    expect(await detail(order)).toEqual(answer.body.data);
  });

  it("empties options of an international order", async () => {
    const options = { tax_party: "sender", ioss_number: "IM1", recipient_signature: "A" };
    const order = await created(shop.testing, intlOrder({ shipment_options: options, confirm_shipment: "N" }));
    const { data } = (await update(order, { clear: ["shipment_options"] })).body;
    expect(data).toMatchObject({
      shipment_options: { tax_party: null, ioss_number: null, recipient_signature: "N" },
      quote_price: "729.60",
    });
  });

  it("works with other changes, and with a field that is sent empty", async () => {
    const order = await created(shop.testing, full());
    const answer = await update(order, { clear: ["client_remarks", "cod"], client_remarks: "", delivery_proof: "E" });
    expect(answer.body.data).toMatchObject({ client_remarks: null, cod: "N", delivery_proof: "E" });
  });

  it("leaves a field that is sent empty but not named as it was", async () => {
    const order = await created(shop.testing, full());
    const before = await detail(order);
    const answer = await update(order, { clear: [], client_remarks: "", pickup_arrange: null, cod: "" });
    const { update_time: _time, ...same } = before;
    expect(answer.body.data).toMatchObject(same);
    expect((await update(order, { clear: "" })).status).toBe(200);
  });

  it.each<[string, Loose, string[]]>([
    ["a field in both", { clear: ["client_remarks"], client_remarks: "x" }, ["clear"]],
    ["an empty object in both", { clear: ["pickup_arrange"], pickup_arrange: {} }, ["clear"]],
    ["a required field", { clear: ["sender"] }, ["clear"]],
    ["a field of the other kind", { clear: ["shipment_options"] }, ["clear"]],
    ["what is not stored", { clear: ["confirm_shipment"] }, ["clear"]],
    ["what nobody knows", { clear: ["client_remarks", "__proto__"] }, ["clear"]],
    ["a text", { clear: "client_remarks" }, ["clear"]],
    ["an object", { clear: { client_remarks: true } }, ["clear"]],
    ["a number in it", { clear: [5] }, ["clear"]],
    ["null in it", { clear: [null] }, ["clear"]],
    ["an amount that is needed", { clear: ["cod_amount"] }, ["cod_amount"]],
    [
      "all that is wrong at once",
      {
        clear: ["nonsense"],
        confirm_shipment: "Y",
        sender: { ...insured.sender, name: "" },
        shipment_options: { a: 1 },
      },
      ["sender.name", "confirm_shipment", "clear", "shipment_options"],
    ],
  ])("refuses %s and changes nothing", async (_name, change, fields) => {
    const order = await created(shop.testing, full());
    const before = await detail(order);
    const answer = await update(order, change);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await detail(order)).toEqual(before);
  });

  it("takes remarks and pickup of a confirmed order, and 400451 for the rest", async () => {
    const order = await created(shop.testing, full({ confirm_shipment: "Y" }));
    const locked = await update(order, { clear: ["client_remarks", "cod"] });
    expect([locked.status, locked.entries.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [["clear", "400451"]],
    ]);
    const beside = await update(order, { clear: ["cod"], delivery_proof: "N", confirm_shipment: "Y" });
    expect(beside.entries.map(({ field, code }) => [field, code])).toEqual([
      ["delivery_proof", "400451"],
      ["confirm_shipment", "400451"],
      ["clear", "400451"],
    ]);
    const answer = await update(order, { clear: ["client_remarks", "pickup_arrange"] });
    expect(answer.body.data).toMatchObject({ client_remarks: null, pickup_arrange: null, cod: "Y" });

    await shop.testing.post("/simulate/tracking", { order_id: order.order_id, event: "order.picked_up" });
    expect((await update(order, { clear: ["client_remarks"] })).status).toBe(200);
    const late = await update(order, { clear: ["pickup_arrange"] });
    expect(late.entries.map(({ field, code }) => [field, code])).toEqual([["clear", "400451"]]);
  });

  it("empties only orders of the account and the environment", async () => {
    const order = await created(shop.testing, full());
    const body = { order_id: order.order_id, clear: ["client_remarks"] };
    for (const client of [other.testing, shop.production])
      expect((await client.post("/order/update", body)).status).toBe(404);
    expect(await detail(order)).toMatchObject({ client_remarks: "Ring twice" });
  });
});
