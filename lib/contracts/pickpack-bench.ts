import { z } from "zod";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { PICKPACK_STATUSES, SHORT_REASONS } from "@/lib/warehouse/pickpack-status";
import { choice, code, integerText, optionalText, orderId, paging, scannedNumber, timestamp, yesNo } from "./common";
import { defineContract } from "./contract";
import { requiredWith } from "./pickpack";

/** Why the person at the bench should stop and look. */
export const BENCH_WARNINGS = ["CANCEL_REQUESTED", "CANCELLED", "REJECTED"] as const;
/** What is wrong with a scan that is refused; its entry carries it as `scan_result`. */
export const SCAN_REFUSALS = ["WRONG_ITEM", "WRONG_PARCEL", "TOO_MANY"] as const;
export type ScanRefusal = (typeof SCAN_REFUSALS)[number];
/** What is wrong with a label that is refused; its entry carries it as `scan_result` too. */
export const LABEL_REFUSALS = ["WRONG_LABEL", "PARCEL_OPEN"] as const;
export type LabelRefusal = (typeof LABEL_REFUSALS)[number];

const shelfShort = z
  .object({
    short: z.string().meta({ description: "Units that the picker did not find at the place" }),
    qty: z.string().meta({ description: "Units that the wave needed of it then" }),
    by: z.string(),
    time: z.string(),
  })
  .meta({ id: "ShelfShort" });
export type ShelfShort = z.output<typeof shelfShort>;

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
    shelf_short: shelfShort.nullable().meta({
      description: "What the picker of the order's wave did not find of it, for all orders of the wave; null: nothing",
    }),
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
    is_label_scanned: z.boolean().meta({
      description: "Its label was scanned, and neither was it reopened nor did its label change since",
    }),
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
    reason: z.enum(SHORT_REASONS).nullable(),
    remarks: z.string().nullable(),
    by: z.string(),
    time: z.string(),
  })
  .meta({ id: "BenchScan" });

const clientRemarks = z.string().nullable().meta({
  description: "The merchant's own remarks, where the account shows them to packers; else null",
});

const bench = z
  .object({
    order_id: z.string(),
    customer_eid: z.string(),
    customer_name: z.string(),
    status: z.enum(PICKPACK_STATUSES),
    order_status: z.enum(ORDER_STATUSES),
    warning: z.enum(BENCH_WARNINGS).nullable(),
    cancel_remarks: z.string().nullable().meta({ description: "What the merchant says to a request for cancellation" }),
    is_require_repack: z.enum(["Y", "N"]),
    tracking_number: z.string(),
    shipping_provider: z.string(),
    courier_company: z.string(),
    recipient_name: z.string(),
    corrected_time: z.string().nullable().meta({
      description: "When support last corrected the recipient: labels from before must not be used",
    }),
    reference: z.string().nullable().meta({ description: "The shop's own order number" }),
    consignment_remarks: z.string().nullable(),
    client_remarks: clientRemarks,
    cod_amount: z.string().nullable().meta({ description: "HKD to collect; null: nothing" }),
    wave_id: z.string().nullable(),
    wave_number: z.string().nullable(),
    packing_start_time: z.string().nullable(),
    packed_by: z.string().nullable().meta({ description: "Who began to pack it" }),
    is_complete: z.boolean(),
    parcel_list: z.array(benchParcel),
    scan_list: z.array(benchScan).meta({ description: "The latest scans that stand, the newest first" }),
  })
  .meta({ id: "Bench" });
export type Bench = z.output<typeof bench>;

const base = { audience: "public", tag: "Pick and pack", account: "optional" } as const;
const scanId = code(64).meta({
  description: "Made by the client, a UUID for example: the same one again does not count twice",
});
const place = {
  parcel: integerText(1).describe("Number of the parcel in the order, from 1"),
  position: integerText(1).describe("Number of the item in its parcel, from 1"),
};
const errors = ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"] as const;

export const readBench = defineContract("readBench", {
  ...base,
  summary: "Read how far an order is packed",
  params: z.object({ order_id: orderId }),
  response: bench,
  errors: ["NOT_FOUND"],
});

export const startPacking = defineContract("startPacking", {
  ...base,
  summary: "Begin to pack a confirmed order",
  description: "Begun before, it goes on; `packed_by` is who began.",
  body: z.object({ order_id: orderId }),
  response: bench,
  errors,
  example: { order_id: "217123456789012" },
});

export const scanItem = defineContract("scanItem", {
  ...base,
  summary: "Scan one unit into a parcel",
  description:
    "The code is looked for among the bar_code_eid of the order's items, else among their sku; without `parcel` the first that still needs one takes it. A wrong item or one too many is refused and nothing is recorded: the entry of the 400 has `scan_result` WRONG_ITEM, WRONG_PARCEL or TOO_MANY. The last unit closes its parcel.",
  body: z.object({
    order_id: orderId,
    scan_id: scanId,
    code: code(100).describe("What was scanned: a barcode, a sku, or a number"),
    parcel: integerText(1)
      .optional()
      .describe("Number of the parcel in the order, from 1; if left out, the first that still needs the item"),
  }),
  response: bench.extend({
    result: z.enum(["COUNTED", "REPEATED"]),
    parcel: z.int(),
    position: z.int(),
    has_closed_parcel: z.boolean(),
  }),
  errors,
  example: { order_id: "217123456789012", scan_id: "8f14e45f-ceea-467f", code: "4897654300012" },
});

export const undoScan = defineContract("undoScan", {
  ...base,
  summary: "Take a scan or a note of missing units back",
  body: z.object({ order_id: orderId, scan_id: scanId }),
  response: bench,
  errors,
  example: { order_id: "217123456789012", scan_id: "8f14e45f-ceea-467f" },
});

export const reopenParcel = defineContract("reopenParcel", {
  ...base,
  summary: "Unpack a parcel, or take an order that is ready back to be packed",
  description:
    "With `parcel` all that was scanned for it is taken back. Without it an order that is ready and not collected is to be packed again: its pickup is given up, its stock reserved again, missing and damaged units are undone, its scans stay, and its labels are to be scanned again; `ready` is announced again. 400481: the stock that was short is neither found nor available any more.",
  body: z.object({
    order_id: orderId,
    parcel: place.parcel
      .optional()
      .describe("Number of the parcel in the order, from 1; if left out, the whole order is packed again"),
  }),
  response: bench,
  errors: [...errors, "OUT_OF_STOCK"],
  example: { order_id: "217123456789012", parcel: "1" },
});

export const scanLabel = defineContract("scanLabel", {
  ...base,
  summary: "Scan the label of a closed parcel",
  description:
    "The code is the parcel's tracking number. An order of several parcels is ready only when each label was scanned; the scan ends when the parcel is reopened or its label changes. A label of another order, or of a parcel that is still open, is refused: the entry of the 400 has `scan_result` WRONG_LABEL or PARCEL_OPEN.",
  body: z.object({
    order_id: orderId,
    scan_id: scanId,
    code: scannedNumber.describe("What was scanned: the parcel's tracking number"),
  }),
  response: bench.extend({ result: z.enum(["COUNTED", "REPEATED"]), parcel: z.int() }),
  errors,
  example: { order_id: "217123456789012", scan_id: "45c48cce-2e2d", code: "SP72158830462" },
});

export const noteShort = defineContract("noteShort", {
  ...base,
  summary: "Note that units of an item are missing",
  description:
    "Papers leave the units out at once. When the order is ready those that were not found (OUT_OF_STOCK, MISSING) are counted as missing, DAMAGED ones as damaged; OTHERS are for sale again.",
  body: z
    .object({
      order_id: orderId,
      scan_id: scanId,
      ...place,
      qty: integerText(1).optional().meta({ description: "All that are not scanned yet when left out" }),
      reason: choice(SHORT_REASONS).describe("Why units are missing; OTHERS requires remarks"),
      remarks: optionalText({ max: 500, lines: true }).meta({ description: "Required with OTHERS" }),
    })
    .refine(({ reason, remarks }) => reason !== "OTHERS" || Boolean(remarks), requiredWith("remarks")),
  response: bench,
  errors,
  example: { order_id: "217123456789012", scan_id: "c9f0f895", parcel: "1", position: "2", reason: "OUT_OF_STOCK" },
});

export const WAVE_STATUSES = ["OPEN", "CLOSED", "CANCELLED"] as const;

export const wave = z
  .object({
    wave_id: z.string(),
    wave_number: z.string().meta({ description: "To read aloud, such as W-20261122-01" }),
    customer_eid: z.string().nullable().meta({ description: "Null: orders of every account" }),
    shipping_provider: z.string().nullable(),
    cut_off: z.string().nullable(),
    create_time: z.string(),
    created_by: z.string(),
    status: z.enum(WAVE_STATUSES).meta({
      description: "CLOSED: staff closed it, or none of its orders is still to be packed",
    }),
    name: z.string().nullable(),
    assigned_to: z
      .object({ person_id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The person of the warehouse who works on it" }),
    is_single_items: z.enum(["Y", "N"]).meta({ description: "Whether it was made of orders of one unit only" }),
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
    picked_by: z.string().nullable().meta({ description: "Who took it from the shelf; null: no one yet" }),
    picked_time: z.string().nullable(),
    shelf_short: shelfShort.nullable().meta({ description: "What the picker did not find; null: nothing was missing" }),
    order_list: z.array(z.object({ order_id: z.string(), parcel: z.int(), qty: z.string() })),
  })
  .meta({ id: "Pick" });

export const pickList = wave.extend({
  order_list: z.array(
    z.object({
      order_id: z.string(),
      customer_eid: z.string(),
      customer_name: z.string(),
      status: z.enum(PICKPACK_STATUSES),
      order_status: z.enum(ORDER_STATUSES),
      tracking_number: z.string(),
      recipient_name: z.string(),
      reference: z.string().nullable().meta({ description: "The shop's own order number" }),
      client_remarks: clientRemarks,
      parcel_count: z.int(),
      is_cancel_requested: z.enum(["Y", "N"]),
    }),
  ),
  pick_list: z
    .array(pick)
    .meta({ description: "What the orders that are still to be packed need, by place in the warehouse" }),
});

export type WavePickList = z.output<typeof pickList>;

/** The most orders in one wave. */
export const MAX_WAVE = 100;

/** What people call a wave, and who works on it. */
export const waveFields = {
  name: optionalText({ max: 60, visible: true }).describe("What people call the wave"),
  assigned_to: orderId.optional().meta({ description: "The id of a person of the warehouse" }),
};

export const createWave = defineContract("createWave", {
  ...base,
  summary: "Put confirmed orders together to be picked in one round",
  description: `Takes up to ${MAX_WAVE} confirmed orders that are in no wave, the oldest first; not those whose cancellation is asked for.`,
  body: z.object({
    shipping_provider: code(64).optional().describe("Only orders of this service"),
    cut_off: timestamp.optional().meta({ description: "Only orders that came to the warehouse until then" }),
    customer_eid: orderId.optional().meta({ description: "Only orders of this merchant" }),
    is_single_items: yesNo.optional().meta({ description: "Y: only orders of one unit" }),
    order_list: z
      .array(z.object({ customer_eid: orderId.describe("The merchant's account id"), order_id: orderId }))
      .min(1)
      .max(MAX_WAVE)
      .optional()
      .meta({ description: "These orders; one that the wave cannot take is refused at its place" }),
    ...waveFields,
  }),
  response: pickList,
  creates: "id",
  errors: ["idempotency_key_exists"],
  example: { shipping_provider: "LOCAL_DOOR" },
});

export const listWaves = defineContract("listWaves", {
  ...base,
  summary: "List waves, the newest first",
  query: z.object({
    customer_eid: orderId.optional().meta({ description: "Only waves with orders of this merchant" }),
    status: choice(WAVE_STATUSES).optional().describe("Only waves in this state"),
    ...paging,
  }),
  response: wave,
  list: true,
});
export type ListWavesQuery = z.output<NonNullable<typeof listWaves.query>>;

export const readWave = defineContract("readWave", {
  ...base,
  summary: "Read a wave's pick list",
  params: z.object({ wave_id: code(64).describe("The id of the wave") }),
  response: pickList,
  errors: ["NOT_FOUND"],
});

/** The most lines ticked by one request. */
const MAX_PICKS = 1000;

export const pickWave = defineContract("pickWave", {
  ...base,
  summary: "Tick lines of a wave's pick list off, or untick them",
  description:
    "All who work on the wave see it, with who picked and when. A line that is ticked already stays its first picker's, unless `short` says something new: how many of its units were not at the place. The bench shows it to the packers of the wave's orders; what an order goes short of is noted there.",
  params: z.object({ wave_id: code(64).describe("The id of the wave") }),
  body: z.object({
    is_picked: yesNo.describe("Y ticks the lines off, N unticks them"),
    pick_list: z
      .array(
        z.object({
          customer_eid: orderId.describe("The merchant's account id"),
          sku: code(100).describe("The sku of the line"),
          short: integerText(0).optional().meta({
            description: "Units that were not at the place; 0 takes an earlier note back. Only with is_picked Y",
          }),
        }),
      )
      .min(1)
      .max(MAX_PICKS)
      .meta({ description: "Lines of the wave's pick list, by merchant and sku" }),
  }),
  response: pickList,
  errors: ["NOT_FOUND"],
  example: { is_picked: "Y", pick_list: [{ customer_eid: "100002", sku: "CAP-TRAIL" }] },
});
