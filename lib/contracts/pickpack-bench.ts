import { z } from "zod";
import { orderStatus } from "@/lib/order-status";
import { PICKPACK_STAFF, PICKPACK_STATUSES, REJECT_TYPES } from "@/lib/pickpack-status";
import { choice, code, integerText, optionalText, orderId, paging, timestamp } from "./common";
import { defineContract } from "./contract";
import { requiredBeside } from "./pickpack";

/** Why the person at the bench should stop and look. */
export const BENCH_WARNINGS = ["CANCEL_REQUESTED", "CANCELLED", "REJECTED"] as const;
/** What is wrong with a scan that is refused; its entry carries it as `scan_result`. */
export const SCAN_REFUSALS = ["WRONG_ITEM", "WRONG_PARCEL", "TOO_MANY"] as const;
export type ScanRefusal = (typeof SCAN_REFUSALS)[number];

const benchItem = z
  .object({
    position: z.int(),
    description: z.string(),
    sku: z.string(),
    bar_code_eid: z.string(),
    warehouse_location: z.string().nullable(),
    qty: z.string(),
    scanned: z.string(),
    short: z.string().meta({ description: "Units noted as missing" }),
  })
  .meta({ id: "BenchItem" });

const benchParcel = z
  .object({
    parcel: z.int(),
    tracking_number: z.string(),
    length: z.string(),
    width: z.string(),
    height: z.string(),
    act_weight: z.string(),
    battery_label_types: z.string(),
    is_closed: z.boolean().meta({ description: "Every unit is scanned or noted as missing" }),
    item_list: z.array(benchItem),
  })
  .meta({ id: "BenchParcel" });

const benchScan = z
  .object({
    scan_id: z.string(),
    kind: z.enum(["SCAN", "SHORT"]),
    parcel: z.int(),
    position: z.int(),
    qty: z.string(),
    reason: z.enum(REJECT_TYPES).nullable(),
    remarks: z.string().nullable(),
    by: z.string(),
    time: z.string(),
  })
  .meta({ id: "BenchScan" });

const bench = z
  .object({
    order_id: z.string(),
    customer_eid: z.string(),
    customer_name: z.string(),
    status: z.enum(PICKPACK_STATUSES),
    order_status: orderStatus,
    warning: z.enum(BENCH_WARNINGS).nullable(),
    cancel_remarks: z.string().nullable().meta({ description: "What the merchant says to a request for cancellation" }),
    is_require_repack: z.enum(["Y", "N"]),
    tracking_number: z.string(),
    shipping_provider: z.string(),
    courier_company: z.string(),
    recipient_name: z.string(),
    consignment_remarks: z.string().nullable(),
    wave_id: z.string().nullable(),
    packing_start_time: z.string().nullable(),
    packed_by: z.string().nullable().meta({ description: "Who began to pack it" }),
    is_complete: z.boolean(),
    parcel_list: z.array(benchParcel),
    scan_list: z.array(benchScan).meta({ description: "The latest scans that stand, the newest first" }),
  })
  .meta({ id: "Bench" });
export type Bench = z.output<typeof bench>;

const base = { audience: "public", tag: "Pick and pack", who: PICKPACK_STAFF } as const;
const scanId = code(64).meta({
  description: "Made by the client, a UUID for example: the same one again does not count twice",
});
const place = { parcel: integerText(1), position: integerText(1) };
const errors = ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"] as const;

export const readBench = defineContract({
  ...base,
  id: "readBench",
  method: "GET",
  path: "/pickpack/bench/{order_id}",
  summary: "Read how far an order is packed",
  params: z.object({ order_id: orderId }),
  response: bench,
  errors: ["NOT_FOUND"],
});

export const startPacking = defineContract({
  ...base,
  id: "startPacking",
  method: "POST",
  path: "/pickpack/start",
  summary: "Begin to pack a confirmed order",
  description: "Begun before, it goes on; `packed_by` is who began.",
  body: z.object({ order_id: orderId }),
  response: bench,
  errors,
  example: { order_id: "217123456789012" },
});

export const scanItem = defineContract({
  ...base,
  id: "scanItem",
  method: "POST",
  path: "/pickpack/scan",
  summary: "Scan one unit into a parcel",
  description:
    "The code is looked for among the bar_code_eid of the order's items, else among their sku; without `parcel` the first that still needs one takes it. A wrong item or one too many is refused and nothing is recorded: the entry of the 400 has `scan_result` WRONG_ITEM, WRONG_PARCEL or TOO_MANY. The last unit closes its parcel.",
  body: z.object({ order_id: orderId, scan_id: scanId, code: code(100), parcel: integerText(1).optional() }),
  response: bench.extend({
    result: z.enum(["COUNTED", "REPEATED"]),
    parcel: z.int(),
    position: z.int(),
    has_closed_parcel: z.boolean(),
  }),
  errors,
  example: { order_id: "217123456789012", scan_id: "8f14e45f-ceea-467f", code: "4897654300012" },
});

export const undoScan = defineContract({
  ...base,
  id: "undoScan",
  method: "POST",
  path: "/pickpack/undo",
  summary: "Take a scan or a note of missing units back",
  body: z.object({ order_id: orderId, scan_id: scanId }),
  response: bench,
  errors,
  example: { order_id: "217123456789012", scan_id: "8f14e45f-ceea-467f" },
});

export const reopenParcel = defineContract({
  ...base,
  id: "reopenParcel",
  method: "POST",
  path: "/pickpack/reopen",
  summary: "Unpack a parcel, to be scanned again from the start",
  body: z.object({ order_id: orderId, parcel: place.parcel }),
  response: bench,
  errors,
  example: { order_id: "217123456789012", parcel: "1" },
});

export const noteShort = defineContract({
  ...base,
  id: "noteShort",
  method: "POST",
  path: "/pickpack/short",
  summary: "Note that units of an item are missing",
  body: z
    .object({
      order_id: orderId,
      scan_id: scanId,
      ...place,
      qty: integerText(1).optional().meta({ description: "All that are not scanned yet when left out" }),
      reason: choice(REJECT_TYPES),
      remarks: optionalText({ max: 500, lines: true }).meta({ description: "Required with OTHERS" }),
    })
    .refine(({ reason, remarks }) => reason !== "OTHERS" || Boolean(remarks), requiredBeside("remarks")),
  response: bench,
  errors,
  example: { order_id: "217123456789012", scan_id: "c9f0f895", parcel: "1", position: "2", reason: "OUT_OF_STOCK" },
});

const wave = z
  .object({
    wave_id: z.string(),
    customer_eid: z.string().nullable().meta({ description: "Null: orders of every account" }),
    shipping_provider: z.string().nullable(),
    cut_off: z.string().nullable(),
    create_time: z.string(),
    created_by: z.string(),
    order_count: z.int(),
    open_count: z.int().meta({ description: "Orders that are still to be packed" }),
  })
  .meta({ id: "Wave" });
export type Wave = z.output<typeof wave>;

const pick = z
  .object({
    warehouse_location: z.string().nullable(),
    customer_eid: z.string(),
    customer_name: z.string(),
    sku: z.string(),
    bar_code_eid: z.string(),
    description: z.string(),
    qty: z.string(),
    order_list: z.array(z.object({ order_id: z.string(), parcel: z.int(), qty: z.string() })),
  })
  .meta({ id: "Pick" });

const pickList = wave.extend({
  order_list: z.array(
    z.object({
      order_id: z.string(),
      customer_eid: z.string(),
      customer_name: z.string(),
      status: z.enum(PICKPACK_STATUSES),
      tracking_number: z.string(),
      recipient_name: z.string(),
      parcel_count: z.int(),
      is_cancel_requested: z.enum(["Y", "N"]),
    }),
  ),
  pick_list: z
    .array(pick)
    .meta({ description: "What the orders that are still to be packed need, by place in the warehouse" }),
});

export type WavePickList = z.output<typeof pickList>;

/** As many orders as one wave takes. */
export const MAX_WAVE = 100;

export const createWave = defineContract({
  ...base,
  id: "createWave",
  method: "POST",
  path: "/pickpack/waves",
  summary: "Put confirmed orders together to be picked in one round",
  description: `Takes up to ${MAX_WAVE} confirmed orders that are in no wave, the oldest first; not those whose cancellation is asked for.`,
  body: z.object({
    shipping_provider: code(64).optional(),
    cut_off: timestamp.optional().meta({ description: "Only orders that came to the warehouse until then" }),
  }),
  response: pickList,
  creates: true,
  errors: ["idempotency_key_exists"],
  example: { shipping_provider: "LOCAL_DOOR" },
});

export const listWaves = defineContract({
  ...base,
  id: "listWaves",
  method: "GET",
  path: "/pickpack/waves",
  summary: "List waves, the newest first",
  query: z.object(paging),
  response: wave,
  list: true,
});
export type ListWavesQuery = z.output<NonNullable<typeof listWaves.query>>;

export const readWave = defineContract({
  ...base,
  id: "readWave",
  method: "GET",
  path: "/pickpack/waves/{wave_id}",
  summary: "Read a wave's pick list",
  params: z.object({ wave_id: code(64) }),
  response: pickList,
  errors: ["NOT_FOUND"],
});
