// Items that weigh more than the parcel that they are in (contract §12.13).
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant, testDb } from "@/test/factories";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

/** An order of two parcels of so many kg, the second with two items of so much each. */
function order(act_weight: string, single_weight: string) {
  const example = intlOrder({ confirm_shipment: "N" });
  const [parcel] = example.shipment_detail.parcel_list;
  const item = { ...parcel?.declaration_list[0], qty: "2", single_weight };
  const parcel_list = [
    { ...parcel, act_weight, declaration_list: [{ ...item, single_weight: undefined }] },
    { ...parcel, act_weight, declaration_list: [item] },
  ];
  return { ...example, shipment_detail: { ...example.shipment_detail, parcel_list } };
}
const AT = "/shipment_detail/parcel_list/1/act_weight";
const REFUSED = [
  {
    field: "shipment_detail.parcel_list[].act_weight",
    pointer: AT,
    message: "The items weigh 30 kg together, far more than the parcel: correct one of them.",
  },
];

it("is refused from more than 1.5 times on, when an order is created or its parcels are changed", async () => {
  const heavy = await shop.testing.post("/order/create", order("1.5", "15"));
  expect([heavy.status, heavy.entries]).toEqual([400, REFUSED]);
  const { order_id } = await created(shop.testing, order("2", "1.5"));
  const { shipment_detail } = order("1.5", "15");
  const change = await shop.testing.post("/order/update", { order_id, shipment_detail });
  expect([change.status, change.entries]).toEqual([400, REFUSED]);
  expect((await shop.testing.post("/order/create", order("2", "1.500001"))).status).toBe(400);
  const local = localOrder();
  const [parcel] = local.shipment_detail.parcel_list;
  const parcel_items = [{ ...parcel?.parcel_items?.[0], single_weight: "99" }];
  const parcel_list = [{ ...parcel, parcel_items }];
  await created(shop.testing, { ...local, shipment_detail: { ...local.shipment_detail, parcel_list } });
});

it("is no reason to refuse an order that is stored, or one made like it", async () => {
  const { order_id } = await created(shop.testing, order("2", "1.5"));
  await sql`update order_items set unit_weight = 40 where order_id = ${order_id} and account_id = ${shop.accountId}
    and unit_weight is not null`.execute(await testDb());
  for (const [path, body] of [
    ["/order/update", { order_id, reference: "T-1" }],
    ["/order/duplicate", { order_id }],
    ["/order/confirm", { order_id }],
  ] as const)
    expect([path, (await shop.testing.post(path, body)).status]).toEqual([path, 200]);
});

it("is warned of by the rates from more than 1.05 times on", async () => {
  const warned = async (single_weight: string) => {
    const { ship_type, shipment_detail } = order("2", single_weight);
    const parcel_list = shipment_detail.parcel_list.map(({ act_weight, declaration_list }) => ({
      act_weight,
      declaration_list: declaration_list.map(({ qty, single_weight: each }) => ({ qty, single_weight: each })),
    }));
    const answer = await shop.testing.post("/rates/get", {
      ship_type,
      recipient: { country: "JP" },
      shipment_detail: { parcel_list },
    });
    return answer.body.data.warnings;
  };
  expect(await warned("1.05")).toEqual([]);
  expect(await warned("1.06")).toEqual([
    { ...REFUSED[0], message: "The items weigh 2.12 kg together, more than the parcel." },
  ]);
});
