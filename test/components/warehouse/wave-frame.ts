import type { DataOf } from "@/lib/contracts/contract";
import type { readWave, Wave } from "@/lib/contracts/pickpack-bench";

export const WAVE: Wave = {
  wave_id: "wv_1f2e",
  wave_number: "W-20261121-01",
  customer_eid: null,
  shipping_provider: "LOCAL_DOOR",
  cut_off: "2026-11-21T15:00:00.000+08:00",
  create_time: "2026-11-21T15:01:00.000+08:00",
  created_by: "Ho",
  status: "OPEN",
  name: null,
  assigned_to: null,
  is_single_items: "N",
  order_count: 4,
  open_count: 3,
};

export type WholeWave = DataOf<typeof readWave>;

export const order = (number: number, change: Partial<WholeWave["order_list"][number]> = {}) => ({
  order_id: `21735799610024${number}`,
  customer_eid: "100002",
  customer_name: "Lion Rock Outdoor",
  status: "PICKPACK_CONFIRMED" as const,
  order_status: "READY_TO_SHIP" as const,
  tracking_number: `ST6634862307${number}`,
  recipient_name: `陳大文 ${number}`,
  reference: null,
  client_remarks: null,
  parcel_count: 1,
  is_cancel_requested: "N" as const,
  ...change,
});

export const pick = (sku: string, change: Partial<WholeWave["pick_list"][number]> = {}) => ({
  warehouse_location: "A-01",
  customer_eid: "100002",
  customer_name: "Lion Rock Outdoor",
  sku,
  bar_code_eid: `489${sku}`,
  description: `Goods ${sku}`,
  qty: "12",
  picked_by: null,
  picked_time: null,
  shelf_short: null,
  order_list: [{ order_id: "217357996100242", parcel: 1, qty: "12" }],
  ...change,
});

export const WHOLE: WholeWave = {
  ...WAVE,
  order_list: [
    order(1, { status: "PICKPACK_READY_TO_SHIPMENT" }),
    order(2, { is_cancel_requested: "Y" }),
    order(3),
    order(4),
  ],
  pick_list: [pick("TEA-1"), pick("TEA-2", { warehouse_location: null, qty: "1200" })],
};
