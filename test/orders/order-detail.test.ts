import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { ORDER_STATUSES, type OrderAction, type OrderStatus } from "@/lib/orders/status";
import {
  clientOf,
  created,
  intlOrder,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
  withPickPack,
} from "../factories";
import type { Api } from "../http";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/;
const detail = async (orderId: string, client: Api = shop.testing) =>
  (await client.get(`/order/detail/${orderId}`)).body.data;

const fullLocal = () =>
  localOrder({
    shipping_provider: "LOCAL_DOOR",
    sender: { ...localOrder().sender, email: "ship@shop.example" },
    recipient: {
      name: "陳大文",
      mobile: "9123 4567",
      mobile_prefix: "852",
      email: "chan@home.example",
      address: "香港灣仔皇后大道東 1 號",
    },
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "Tea set",
      consignment_remarks: "Fragile\nThis side up",
      parcel_list: [
        {
          act_weight: "2.30",
          length: "30",
          width: "20.5",
          height: "10",
          insurance_fee: "500",
          parcel_items: [
            {
              name: "Tea pot",
              qty: "1",
              currency: "USD",
              single_value: "380.00",
              sku: "POT-1",
              bar_code_eid: "4891234567890",
              item_length: "12",
              item_width: "11",
              item_height: "10.5",
            },
            { name: "Cup", qty: "4", single_value: "20" },
          ],
        },
        { act_weight: "1", parcel_items: [{ name: "Tray", qty: "1", single_value: "0" }] },
      ],
    },
    client_remarks: "Order 1042",
    is_local_insurance: "Y",
    cod: "Y",
    cod_amount: "380.50",
    delivery_proof: "W",
    pickup_arrange: {
      pickup_date: "2096-02-29",
      pickup_start_time: "10:00",
      pickup_end_time: "14:00",
    },
  });

const none = { sku: null, bar_code_eid: null, item_length: null, item_width: null, item_height: null };

describe("GET /order/detail", () => {
  it("gives a local order back complete", async () => {
    const body = fullLocal();
    const result = await created(shop.testing, body);
    const [first, second] = body.shipment_detail.parcel_list as unknown as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    const [pot, cup] = first.parcel_items as Record<string, unknown>[];
    const { message: _message, ...echoed } = result;
    expect(await detail(result.order_id)).toEqual({
      ...echoed,
      account_id: shop.accountId,
      reference: null,
      shipping_provider: "LOCAL_DOOR",
      provider_name: "Sampan Local Door-to-Door",
      sender: { ...localOrder().sender, email: "ship@shop.example" },
      recipient: { ...(body.recipient as object), delivery_code: null },
      shipment_detail: {
        package_type: "parcel",
        consignment_declaration: "Tea set",
        consignment_remarks: "Fragile\nThis side up",
        parcel_list: [
          {
            ...first,
            tracking_number: result.tracking_number,
            declared: null,
            parcel_items: [pot, { ...none, ...cup, currency: "HKD" }],
          },
          {
            act_weight: "1",
            length: null,
            width: null,
            height: null,
            insurance_fee: "0",
            declared: null,
            tracking_number: expect.stringMatching(/^ST\d{11}$/),
            parcel_items: [{ ...none, ...(second.parcel_items as object[])[0], currency: "HKD" }],
          },
        ],
      },
      is_local_insurance: "Y",
      cod: "Y",
      cod_amount: "380.50",
      declared_cod_amount: null,
      delivery_proof: "W",
      pickup_arrange: (body as Record<string, unknown>).pickup_arrange,
      // 2.3 + 1 → 4 kg: 30 + 3 × 12; COD 2.5 %; insurance 0.5 %, at least 5; paper proof.
      quote_price: "90.51",
      price_breakdown: [
        { code: "BASE", amount: "66.00" },
        { code: "COD", amount: "9.51" },
        { code: "INSURANCE", amount: "5.00" },
        { code: "PAPER_PROOF", amount: "10.00" },
      ],
      chargeable_weight: "4",
      weight_basis: "ACTUAL",
      update_time: result.create_time,
      confirm_time: result.create_time,
      estimated_delivery: expect.stringMatching(ISO),
      cancel_reason: null,
      cancel_remarks: null,
      cancel_status: null,
      cancel_declined_time: null,
      cancel_declined_remarks: null,
      declared_price: null,
      tracking: {
        order_id: result.order_id,
        tracking_number: result.tracking_number,
        status: "pending",
        sub_status: null,
        estimated_delivery: expect.stringMatching(ISO),
        checkpoint_list: [
          {
            time: result.create_time,
            event: "order.created",
            status: "pending",
            sub_status: null,
            description: expect.any(String),
            location: null,
          },
        ],
      },
      available_actions: ["update_remarks", "cancel", "label", "track"],
      ...{ tags: [], holds: [], rules: [] },
      suspension: null,
    });
  });

  it("gives an international order back complete, with every field that it can have", async () => {
    const item = {
      description: "Porcelain tea set",
      qty: "2",
      single_price: "380.00",
      single_weight: "1.5",
      hscode: "6911100000",
      origin: "CN",
      sku: "SKU-1",
      bar_code_eid: "4891234567890",
      item_application: "Household",
      material: "Porcelain",
      merchant_product_id: "M-1",
      manufacturer_product_id: "MF-1",
      standardised_product_id: "04891234567890",
      is_cpsc_registered: "Y",
      cpsc_product_id: "P-1",
      cpsc_certifier_id: "C-1",
      cpsc_version_id: "V-1",
      manufacture_date: "2026-01-02",
      manufacturer_name: "Maker",
      manufacturer_address: "1 Kiln Road",
      manufacturer_phone: "+86 755 1234",
      manufacturer_email: "maker@example.com",
      most_recent_test_date: "2026-02-28",
      testing_laboratory_name: "Lab",
      testing_laboratory_address: "2 Test Street",
      testing_laboratory_phone: "1",
      testing_laboratory_email: "lab@example.com",
      records_keeper_name: "Keeper",
      records_keeper_address: "3 File Lane",
      records_keeper_phone: "2",
      records_keeper_email: "keeper@example.com",
      item_length: "10",
      item_width: "20",
      item_height: "5.5",
      unit: "SET",
      battery: { type: "chargeable", location: "inside" },
    };
    const parcel = {
      act_weight: "3.2",
      length: "40",
      width: "30",
      height: "20",
      insurance_fee: "900",
      item_remarks: "Keep dry",
    };
    const body = intlOrder({
      sender: {
        ...intlOrder().sender,
        address_line_2: "2/F",
        address_line_3: "Kowloon",
        state: "HK",
        post_code: "000000",
      },
      recipient: {
        ...intlOrder().recipient,
        company_name: "Sato KK",
        address_line_2: "Apt 2",
        address_line_3: "Bldg 3",
        country: "japan",
        tax_code: "T1",
        eori_number: "GB1",
      },
      shipment_detail: {
        package_type: "parcel",
        consignment_declaration: "Porcelain",
        consignment_invoice_number: "INV-1",
        consignment_remarks: "Handle with care",
        currency: "USD",
        reason_of_export: "Sale of goods",
        parcel_list: [{ ...parcel, declaration_list: [item] }],
      },
      shipment_options: {
        tax_party: "sender",
        ioss_number: "IM1234567890",
        courier_account_number: "abc",
        recipient_signature: "A",
      },
      client_remarks: "Gift wrap",
      confirm_shipment: "N",
    });
    const result = await created(shop.testing, body);
    const record = await detail(result.order_id);
    const { message: _message, ...echoed } = result;
    expect(record).toMatchObject({
      ...echoed,
      sender: body.sender,
      recipient: { ...(body.recipient as object), country: "JP" },
      shipment_options: body.shipment_options,
      confirm_time: null,
      estimated_delivery: null,
      confirm_shipment: "N",
      tracking_number: null,
      available_actions: ["confirm", "update", "cancel"],
    });
    expect(record.shipment_detail).toEqual({
      ...(body.shipment_detail as object),
      parcel_list: [{ ...parcel, tracking_number: null, declared: null, declaration_list: [item] }],
    });
    expect(Object.keys(record)).not.toContain("cod");
    expect(record.price_breakdown.map(({ code }: { code: string }) => code)).toEqual([
      "BASE",
      "FUEL",
      "INSURANCE",
      "SIGNATURE_A",
      "DUTIES_PAID",
      "BATTERY",
    ]);
  });

  it("has every field, null when it was not given", async () => {
    const { shipment_options: _options, ...bare } = intlOrder({ client_remarks: "" });
    const record = await detail((await created(shop.testing, bare)).order_id);
    expect(record.shipment_options).toEqual({
      tax_party: null,
      ioss_number: null,
      courier_account_number: null,
      recipient_signature: "N",
    });
    expect(record.recipient).toMatchObject({
      company_name: null,
      address_line_2: null,
      address_line_3: null,
      tax_code: null,
      eori_number: null,
    });
    expect(record.client_remarks).toBeNull();
    const local = await detail((await created(shop.testing)).order_id);
    expect(local).toMatchObject({
      cod: "N",
      cod_amount: null,
      is_local_insurance: "N",
      delivery_proof: "N",
      pickup_arrange: null,
    });
  });

  it("gives a pickup point's code apart and the address as it was given", async () => {
    const recipient = { ...localOrder().recipient, address: "九龍旺角彌敦道701號地下^KLN-L001" };
    const order = await created(shop.testing, localOrder({ shipping_provider: "LOCAL_POINT", recipient }));
    expect((await detail(order.order_id)).recipient).toEqual({ ...recipient, email: null, delivery_code: "KLN-L001" });
  });

  it("has a price that is the sum of its breakdown", async () => {
    const record = await detail((await created(shop.testing, intlOrder())).order_id);
    expect(record.quote_price).toBe("729.60");
    expect(record.price_breakdown).toEqual([
      { code: "BASE", amount: "570.00" },
      { code: "FUEL", amount: "159.60" },
    ]);
    expect([record.chargeable_weight, record.weight_basis]).toEqual(["5", "VOLUMETRIC"]);
  });

  it("answers both forms alike, also to people and staff who may read it", async () => {
    const order = await created(shop.testing, fullLocal());
    const byPath = (await shop.testing.get(`/order/detail/${order.order_id}`)).body;
    expect((await shop.testing.get(`/order/detail?order_id=${order.order_id}`)).body).toEqual(byPath);
    const owner = await personOf("owner", shop.accountId);
    expect((await owner.api.get(`/order/detail/${order.order_id}`)).body).toEqual(byPath);
    for (const role of ["support", "warehouse"] as const) {
      const staff = await clientOf(role, null);
      const named = { headers: { "x-account-id": shop.accountId } };
      const answer = await withPickPack(shop.accountId, () => staff.get(`/order/detail/${order.order_id}`, named));
      expect(answer.body).toEqual(byPath);
    }
  });

  const actions: Record<OrderStatus, OrderAction[] | null> = {
    // A draft is not an order yet: the API never shows one.
    DRAFT: null,
    PENDING_CONFIRM: ["confirm", "update", "cancel"],
    READY_TO_SHIP: ["update_remarks", "cancel", "label", "track"],
    PICKED_UP: ["update_remarks", "label", "track"],
    IN_TRANSIT: ["update_remarks", "label", "track"],
    OUT_FOR_DELIVERY: ["update_remarks", "label", "track"],
    DELIVERED: ["update_remarks", "label", "track"],
    FAILED_DELIVERY: ["update_remarks", "label", "track"],
    EXCEPTION: ["update_remarks", "label", "track"],
    CANCELLED: ["update_remarks", "track"],
  };
  it.each(ORDER_STATUSES.filter((status) => actions[status]))(
    "lists what may be done with an order that is %s",
    async (status) => {
      const order = await created(
        shop.testing,
        localOrder({ confirm_shipment: status === "PENDING_CONFIRM" ? "N" : "Y" }),
      );
      await sql`update orders set status = ${status} where id = ${order.order_id}`.execute(await testDb());
      const record = await detail(order.order_id);
      expect([record.order_status, record.available_actions]).toEqual([status, actions[status]]);
    },
  );

  it("can be cancelled only by the table when it was never confirmed", async () => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER", remarks: "Changed my mind" });
    expect(await detail(order.order_id)).toMatchObject({
      order_status: "CANCELLED",
      cancel_reason: "OTHER",
      cancel_remarks: "Changed my mind",
      available_actions: ["update_remarks"],
    });
  });
});
