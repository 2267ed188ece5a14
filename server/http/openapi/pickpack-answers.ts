import { localExample, orderResultExample } from "@/lib/contracts/examples";

const pdf = { format: "pdf", encoding: "base64", content: "JVBERi0xLjMK…" };
const { order_id, tracking_number } = orderResultExample;
const customer_eid = "100002";
const measures = { length: "30", width: "20", height: "15", act_weight: "2.3" };
const goods = { sku: "LIGHT-HEAD", bar_code_eid: "4897654300029" };

const confirmed = {
  order: {
    order_id,
    customer_eid,
    status: "PICKPACK_CONFIRMED",
    is_require_repack: "N",
    reject_type: "",
    reject_reason: "",
    tracking_number,
    courier_company: "Sampan Local Door-to-Door",
    shipment_detail: {
      parcel_list: [
        {
          tracking_number,
          ...measures,
          declaration_list: [
            {
              custom_declare_fulldesc: "Rechargeable head torch",
              custom_qty: "2",
              custom_single_price: "420.00",
              custom_hscode: "",
              custom_unit: "",
              custom_single_weight: "",
              custom_origin: "",
              currency: "HKD",
              custom_with_battery: "N",
              battery_type: "",
              battery_location: "",
              ...goods,
            },
          ],
          is_require_battery_label: "N",
          battery_label_types: "",
          related_documents: "",
        },
      ],
    },
    pickup_detail: [],
    related_documents: pdf,
    request_datetime: "2026-11-20 10:30:00",
    update_datetime: "2026-11-20 11:05:12",
  },
  message: "The warehouse has confirmed the order; its stock is reserved.",
};
const ready = {
  order: {
    ...confirmed.order,
    status: "PICKPACK_READY_TO_SHIPMENT",
    pickup_detail: {
      pickup_date: "2026-11-21",
      pickup_session: "09:30 - 20:30",
      pickup_number: "PU72158830462",
      is_pickup_document_required: "Y",
      related_documents: pdf,
    },
  },
  message: "The order is packed and its pickup booked.",
};

const scan = {
  scan_id: "8f14e45f-ceea-467f",
  kind: "SCAN",
  parcel: 1,
  position: 1,
  qty: "1",
  reason: null,
  remarks: null,
  by: "Ho Siu Ming",
  time: "2026-11-20T11:20:31.000+08:00",
};
const bench = {
  order_id,
  customer_eid,
  customer_name: "Lion Rock Outdoor",
  status: "PICKPACK_CONFIRMED",
  order_status: "READY_TO_SHIP",
  warning: null,
  cancel_remarks: null,
  is_require_repack: "N",
  tracking_number,
  shipping_provider: localExample.shipping_provider,
  courier_company: "Sampan Local Door-to-Door",
  recipient_name: localExample.recipient.name,
  consignment_remarks: null,
  wave_id: null,
  packing_start_time: "2026-11-20T11:20:00.000+08:00",
  packed_by: "Ho Siu Ming",
  is_complete: false,
  parcel_list: [
    {
      parcel: 1,
      tracking_number,
      ...measures,
      battery_label_types: "",
      is_closed: false,
      item_list: [
        {
          position: 1,
          description: "Rechargeable head torch",
          ...goods,
          warehouse_location: "A-02",
          qty: "2",
          scanned: "1",
          short: "0",
        },
      ],
    },
  ],
  scan_list: [scan],
};

const wave = {
  wave_id: "wv_5b1f0c2d8e9a4f6db0",
  customer_eid: null,
  shipping_provider: localExample.shipping_provider,
  cut_off: null,
  create_time: "2026-11-20T11:10:00.000+08:00",
  created_by: "Ho Siu Ming",
  order_count: 1,
  open_count: 1,
};
const pickList = {
  ...wave,
  order_list: [
    {
      order_id,
      customer_eid,
      customer_name: "Lion Rock Outdoor",
      status: "PICKPACK_CONFIRMED",
      tracking_number,
      recipient_name: localExample.recipient.name,
      parcel_count: 1,
      is_cancel_requested: "N",
    },
  ],
  pick_list: [
    {
      warehouse_location: "A-02",
      customer_eid,
      customer_name: "Lion Rock Outdoor",
      ...goods,
      description: "Rechargeable head torch",
      qty: "2",
      order_list: [{ order_id, parcel: 1, qty: "2" }],
    },
  ],
};

const product = {
  product_id: "pr_5b1f0c2d8e9a4f6db0",
  sku: "CAP-TRAIL",
  bar_code_eid: "4897654300012",
  name: "Trail running cap",
  length: null,
  width: null,
  height: null,
  weight: "0.1",
  hscode: "650500",
  origin: "VN",
  battery: null,
  unit: "PCS",
  unit_value: "199.00",
  currency: "HKD",
  warehouse_location: "A-01",
  low_stock_mark: "20",
  on_hand: "120",
  reserved: "4",
  available: "116",
  is_low_stock: "N",
  create_time: orderResultExample.create_time,
  update_time: orderResultExample.create_time,
};

/** What the warehouse's operations answer, by id. */
export const PICKPACK_ANSWERS: Record<string, unknown> = {
  readPickPack: ready,
  readPickPackByPath: ready,
  confirmPickPack: confirmed,
  readyPickPack: ready,
  rejectPickPack: {
    order: {
      ...confirmed.order,
      status: "PICKPACK_REJECTED",
      reject_type: "OTHERS",
      reject_reason: "The goods are damaged",
    },
    message: "The warehouse has rejected the order.",
  },
  cancelPickPack: {
    order: { ...confirmed.order, status: "PICKPACK_CANCELLED" },
    message: "The order is cancelled.",
  },
  declineCancel: confirmed,
  findPickPack: {
    order_id,
    customer_eid,
    customer_name: "Lion Rock Outdoor",
    status: "PICKPACK_CONFIRMED",
    parcel: 1,
  },
  readQueue: {
    provider_list: [
      {
        shipping_provider: localExample.shipping_provider,
        courier_company: "Sampan Local Door-to-Door",
        pending: 3,
        confirmed: 12,
        unwaved: 4,
        cancel_requested: 1,
        oldest_minutes: 95,
      },
    ],
  },
  readWaveDocument: pdf,
  readBenchCard: pdf,
  listPickPack: [
    {
      order_id,
      customer_eid,
      customer_name: "Lion Rock Outdoor",
      status: "PICKPACK_CONFIRMED",
      order_status: "READY_TO_SHIP",
      is_cancel_requested: "N",
      is_require_repack: "N",
      reject_type: "",
      tracking_number,
      shipping_provider: localExample.shipping_provider,
      courier_company: "Sampan Local Door-to-Door",
      recipient_name: localExample.recipient.name,
      parcel_count: 1,
      unit_count: "2",
      wave_id: null,
      pickup_date: null,
      age_minutes: 35,
      request_datetime: "2026-11-20 10:30:00",
      update_datetime: "2026-11-20 11:05:12",
    },
  ],
  readBench: bench,
  startPacking: { ...bench, scan_list: [] },
  scanItem: { ...bench, result: "COUNTED", parcel: 1, position: 1, has_closed_parcel: false },
  undoScan: { ...bench, scan_list: [] },
  reopenParcel: { ...bench, scan_list: [] },
  noteShort: { ...bench, scan_list: [{ ...scan, kind: "SHORT", reason: "OUT_OF_STOCK" }] },
  createWave: pickList,
  readWave: pickList,
  listWaves: [wave],
  listProducts: [product],
  createProduct: { ...product, on_hand: "0", reserved: "0", available: "0", is_low_stock: "Y" },
  readProduct: product,
  updateProduct: { ...product, warehouse_location: "A-03-2", low_stock_mark: null },
  deleteProduct: { id: product.product_id, deleted: true },
  changeStock: product,
  listMovements: [
    {
      movement_id: "4711",
      kind: "RESERVED",
      on_hand_change: "0",
      reserved_change: "4",
      on_hand: "120",
      reserved: "4",
      reason: null,
      order_id,
      by: "person:1004",
      moved_by: { kind: "staff", name: null },
      time: "2026-11-20T11:05:12.000+08:00",
    },
  ],
  importProducts: { created: 1, updated: 0, unchanged: 0 },
  exportProducts: { format: "csv", encoding: "base64", content: "77u/c2t1LGJhcl9jb2Rl…" },
};
