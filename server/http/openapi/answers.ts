import { defaultsExample, intlExample, localExample, orderResultExample } from "@/lib/contracts/examples";
import { PICKPACK_ANSWERS } from "./pickpack-answers";
import { WEBHOOK_ANSWERS } from "./webhook-answers";

// Kept out of the contracts, because forms load those into the browser.
const order = { order_id: orderResultExample.order_id, tracking_number: orderResultExample.tracking_number };
const itemExample = {
  id: "pr_6b1f0c2d9e8a7b5c4d",
  sku: "CAP-TRAIL",
  bar_code_eid: "4897654300012",
  name: "Trail running cap",
  description: "Cap of polyester, knitted",
  hscode: "650500",
  origin: "VN",
  currency: "HKD",
  single_price: "199.00",
  single_weight: "0.1",
  unit: "PCS",
  battery: null,
};
const delivery = "2026-11-21T23:59:59.000+08:00";

const created = {
  time: orderResultExample.create_time,
  event: "order.created",
  status: "pending",
  sub_status: null,
  description: "Order information received",
  location: null,
};
const waiting = {
  ...order,
  status: "pending",
  sub_status: null,
  estimated_delivery: delivery,
  checkpoint_list: [created],
};
const moving = {
  ...waiting,
  status: "in_transit",
  checkpoint_list: [
    {
      time: "2026-11-20T14:05:00.000+08:00",
      event: "order.in_transit",
      status: "in_transit",
      sub_status: null,
      description: "Arrived at the sorting centre",
      location: { city: "Hong Kong", state: null, country: "HK" },
    },
    created,
  ],
};

const address = {
  id: "ad_5b1f0c2d8e9a4f6db0",
  kind: "recipient",
  label: "VIP",
  party: { name: "陳大文", mobile_prefix: "852", mobile: "91234567", address: "九龍旺角彌敦道 700 號 5 樓 A 室" },
  ship_type: "local",
  country: "HK",
  district: "Yau Tsim Mong",
  use_count: 7,
  last_used_at: "2026-11-20T10:12:00.000+08:00",
  create_time: "2026-10-02T09:00:00.000+08:00",
  update_time: "2026-10-02T09:00:00.000+08:00",
};

const { message: _message, ...result } = orderResultExample;
const [parcel] = localExample.shipment_detail.parcel_list;
const record = {
  ...result,
  sender: { ...localExample.sender, email: null },
  recipient: { ...localExample.recipient, email: null, delivery_code: null },
  shipment_detail: {
    ...localExample.shipment_detail,
    consignment_remarks: null,
    parcel_list: [
      {
        ...parcel,
        tracking_number: order.tracking_number,
        insurance_fee: "0",
        declared: null,
        parcel_items: parcel?.parcel_items.map((item) => ({
          ...item,
          currency: "HKD",
          sku: null,
          bar_code_eid: null,
          item_length: null,
          item_width: null,
          item_height: null,
        })),
      },
    ],
  },
  is_local_insurance: "N",
  cod: "N",
  cod_amount: null,
  delivery_proof: "N",
  pickup_arrange: null,
  shipping_provider: localExample.shipping_provider,
  reference: "SHOP-1001",
  provider_name: "Sampan Local Door-to-Door",
  price_breakdown: [{ code: "BASE", amount: "54.00" }],
  chargeable_weight: "3",
  weight_basis: "ACTUAL",
  update_time: orderResultExample.create_time,
  confirm_time: orderResultExample.create_time,
  estimated_delivery: delivery,
  cancel_reason: null,
  cancel_remarks: null,
  cancel_status: null,
  cancel_declined_time: null,
  cancel_declined_remarks: null,
  declared_price: null,
  declared_cod_amount: null,
  account_id: "100001",
  tracking: waiting,
  available_actions: ["update_remarks", "cancel", "label", "track"],
  suspension: null,
};

const label = { type: "label", format: "pdf", encoding: "base64", content: "JVBERi0xLjMK…" };
const token = { access_token: "at_test_…", token_type: "Bearer", expires_in: 3600 };
const overview = {
  id: order.order_id,
  status: "pending",
  tracking_number: order.tracking_number,
  created_at: "2026-11-20T02:30:00.000Z",
};

/**
 * Example data of each operation's answer, by its id; for a list its rows. A contract's own `exampleResponse` takes
 * precedence.
 */
export const ANSWERS: Record<string, unknown> = {
  ...PICKPACK_ANSWERS,
  ...WEBHOOK_ANSWERS,
  createToken: token,
  createOAuthToken: token,
  confirmOrder: orderResultExample,
  readOrder: record,
  readOrderByPath: record,
  updateOrder: { ...record, client_remarks: "Leave at the counter" },
  correctOrder: record,
  cancelOrder: {
    order_id: order.order_id,
    order_status: "CANCELLED",
    cancel_status: "CANCELLED",
    message: "The order is cancelled.",
  },
  createOverviewOrder: overview,
  listOrders: [
    {
      ...overview,
      order_id: order.order_id,
      account_id: record.account_id,
      ship_type: "local",
      order_status: "READY_TO_SHIP",
      shipping_provider: record.shipping_provider,
      reference: record.reference,
      recipient_name: record.recipient.name,
      recipient_country: "HK",
      quote_price: result.quote_price,
      client_remarks: result.client_remarks,
      create_time: result.create_time,
      pickup_date: null,
      chargeable_weight: record.chargeable_weight,
      estimated_delivery: delivery,
      late: "N",
      problem: null,
    },
    {
      ...overview,
      id: "217123456789013",
      status: "failed_delivery",
      tracking_number: "ST6634862307101",
      order_id: "217123456789013",
      account_id: record.account_id,
      ship_type: "local",
      order_status: "FAILED_DELIVERY",
      shipping_provider: record.shipping_provider,
      reference: null,
      recipient_name: record.recipient.name,
      recipient_country: "HK",
      quote_price: result.quote_price,
      client_remarks: null,
      create_time: result.create_time,
      pickup_date: null,
      chargeable_weight: record.chargeable_weight,
      estimated_delivery: delivery,
      late: "Y",
      problem: {
        since: "2026-11-21T18:40:00.000+08:00",
        age_minutes: 1010,
        sub_status: "not_home",
        description: "Nobody answered the door",
      },
    },
  ],
  exportOrders: { format: "csv", encoding: "base64", content: "77u/b3JkZXJfaWQsb3Jk…" },
  getRates: {
    quote_id: "qt_AiWye_YaeQAcMlwCoRe91KMT",
    expires_at: "2026-11-20T11:00:00.000+08:00",
    currency: "HKD",
    rate_list: [
      {
        shipping_provider: intlExample.shipping_provider,
        provider_name: "Sampan International Express",
        quote_price: "729.60",
        price_breakdown: [
          { code: "BASE", amount: "570.00" },
          { code: "FUEL", amount: "159.60" },
        ],
        chargeable_weight: "5",
        weight_basis: "VOLUMETRIC",
        min_days: 2,
        max_days: 3,
        supports_cod: false,
        supports_pickup_point: false,
        supports_pickup_arrange: false,
      },
    ],
    unavailable_list: [],
  },
  listProviders: [
    {
      code: "LOCAL_POINT",
      ship_type: "local",
      name_en: "Sampan Local Pickup Point",
      name_zh: "舢舨本地自取點",
      services: {
        supports_cod: true,
        supports_pickup_point: true,
        supports_pickup_arrange: true,
        pickup_weekdays: [1, 2, 3, 4, 5, 6],
        pickup_on_holidays: false,
        pickup_closed_dates: ["2026-11-22", "2026-11-29", "2026-12-06"],
      },
      limits: {
        max_weight: "20",
        max_side: "100",
        max_sides_sum: "180",
        pallet: null,
        volumetric_divisor: 6000,
        package_types: ["parcel", "document", "envelope"],
      },
      countries: ["HK"],
      suspended: true,
      suspension: {
        from: "2026-11-23T08:00:00.000+08:00",
        until: "2026-11-24T08:00:00.000+08:00",
        notice_en: "No collection because of a typhoon.",
        notice_zh: "因颱風暫停收件。",
      },
    },
  ],
  listPickupPoints: [
    {
      delivery_code: "HK-C001",
      point_type: "STORE",
      name_en: "Sampan Corner (Central, Queen's Road Central)",
      name_zh: "舢舨便利站（中環皇后大道中）",
      address_en: "Shop B, G/F, 62 Queen's Road Central, Central, Hong Kong",
      address_zh: "香港中環皇后大道中62號地下B舖",
      region: "Hong Kong Island",
      district: "Central and Western",
      opening_hours: "Mon–Sun 00:00–24:00",
      max_weight: "5",
      status: "ACTIVE",
      address_value: "香港中環皇后大道中62號地下B舖^HK-C001",
    },
  ],
  listItems: [itemExample],
  createItem: itemExample,
  readItem: itemExample,
  updateItem: { ...itemExample, bar_code_eid: null },
  deleteItem: { id: itemExample.id, deleted: true },
  listHsCodes: [
    {
      hscode: "090230",
      description:
        "Tea, black; (fermented) and partly fermented tea, in immediate packings of a content not exceeding 3kg",
      description_zh: "紅茶、烏龍茶、普洱茶（小包裝不超過3公斤）",
      chapter: "09",
      chapter_title: "Coffee, tea, mate and spices",
    },
  ],
  readDefaults: defaultsExample,
  saveDefaults: defaultsExample,
  listAddresses: [address],
  createAddress: { ...address, use_count: 0, last_used_at: null },
  readAddress: address,
  updateAddress: { ...address, label: "Wholesale" },
  parseAddress: {
    name: "陳小姐",
    company: null,
    mobile_prefix: "852",
    mobile: "91234567",
    email: null,
    country: "HK",
    address: "九龍旺角弼街43號地下",
    city: null,
    state: null,
    postal_code: null,
    district: "Yau Tsim Mong",
    district_zh: "油尖旺區",
    area: "Kowloon",
    delivery_code: null,
    rest: null,
    doubts: [],
  },
  deleteAddress: { id: address.id, deleted: true },
  readTracking: moving,
  readTrackingByNumber: moving,
  recordScan: { ...moving, result: "MOVED" },
  simulateScan: { ...moving, result: "MOVED" },
  readLabel: {
    order_id: order.order_id,
    label_status: "READY",
    related_documents: [label],
  },
  readDocuments: {
    order_id: order.order_id,
    label_status: "READY",
    related_documents: [label, { ...label, type: "packing_slip" }],
  },
  printLabels: {
    related_documents: [label],
    skipped_list: [
      {
        order_id: "217123456789013",
        code_reason: "NOT_CONFIRMED",
        message: "The order is not confirmed: it has no label yet.",
      },
    ],
  },
};
