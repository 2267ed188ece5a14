import { intlExample, localExample, orderResultExample } from "@/lib/contracts/examples";
import { PICKPACK_ANSWERS } from "./pickpack-answers";
import { WEBHOOK_ANSWERS } from "./webhook-answers";

// They stand here and not in the contracts, which forms load into the browser.
const order = { order_id: orderResultExample.order_id, tracking_number: orderResultExample.tracking_number };
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
  account_id: "100001",
  tracking: waiting,
  available_actions: ["update_remarks", "cancel", "label", "track"],
};

const label = { type: "label", format: "pdf", encoding: "base64", content: "JVBERi0xLjMK…" };
const token = { access_token: "at_test_…", token_type: "Bearer", expires_in: 3600 };
const overview = {
  id: order.order_id,
  status: "pending",
  tracking_number: order.tracking_number,
  created_at: "2026-11-20T02:30:00.000Z",
};

/** What an operation answers, by its id: the data, for a list its rows. A contract's own `exampleResponse` goes before. */
export const ANSWERS: Record<string, unknown> = {
  ...PICKPACK_ANSWERS,
  ...WEBHOOK_ANSWERS,
  createToken: token,
  createOAuthToken: token,
  confirmOrder: orderResultExample,
  readOrder: record,
  readOrderByPath: record,
  updateOrder: { ...record, client_remarks: "Leave at the counter" },
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
      recipient_name: record.recipient.name,
      recipient_country: "HK",
      quote_price: result.quote_price,
      client_remarks: result.client_remarks,
      create_time: result.create_time,
      pickup_date: null,
      chargeable_weight: record.chargeable_weight,
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
        max_side: null,
        volumetric_divisor: 6000,
        package_types: ["parcel", "document", "envelope"],
      },
      countries: ["HK"],
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
