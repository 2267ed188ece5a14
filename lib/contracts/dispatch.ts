import { z } from "zod";
import { MAX_PRINT_JOB } from "@/lib/orders/choices";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { SIGNATURE, strokesOf } from "@/lib/signature";
import { code, date, integerText, orderId, paging, rule, scannedNumber, text } from "./common";
import { defineContract } from "./contract";

/** The most orders that one day shows (contract §35.1). */
export const MAX_DISPATCHED = 1000;
/** The most orders of one hand-over list: as many as one print job has. */
const MAX_HANDED_OVER = MAX_PRINT_JOB;

const nullable = z.string().nullable();
const base = { audience: "people", tag: "Dispatch" } as const;

const scan = z.object({
  parcel: z.int(),
  scanned_at: z.string(),
  /** The name of a person of the account; null: staff or a client. */
  scanned_by: nullable,
  hand_over_id: nullable,
});

const dispatchOrder = z.object({
  order_id: z.string(),
  ship_type: z.enum(["intl", "local"]),
  order_status: z.enum(ORDER_STATUSES),
  shipping_provider: z.string(),
  reference: nullable,
  recipient_name: z.string(),
  recipient_country: z.string(),
  /** Where it goes, as far as a line has room: a local address, or a city abroad. */
  recipient_place: nullable,
  /** All parcels together, in kg. */
  weight: z.string(),
  parcel_count: z.int(),
  cod_amount: nullable,
  pickup_date: nullable,
  pickup_start_time: nullable,
  pickup_end_time: nullable,
  /** The warehouse packs it and hands it over. */
  in_warehouse: z.boolean(),
  is_printed: z.boolean(),
  /** When its label was last printed, also if it changed since. */
  printed_at: nullable,
  /** The parcels that were scanned out, in the order of their numbers. */
  scan_list: z.array(scan),
});
export type DispatchOrder = z.output<typeof dispatchOrder>;

export const readDispatch = defineContract("readDispatch", {
  ...base,
  summary: "What leaves on a day",
  description: `Orders whose collection is on that day, or of which a parcel was scanned out on it; today also all others that wait for a courier. At most ${MAX_DISPATCHED} of each kind, the newest.`,
  query: z.object({ day: date.optional().meta({ description: "In Hong Kong; absent: today" }) }),
  response: z.object({
    day: z.string(),
    order_list: z.array(dispatchOrder),
    /** There are more than are listed. */
    is_partial: z.boolean(),
  }),
});
export type DispatchDay = z.output<(typeof readDispatch)["response"]>;

export const scanDispatch = defineContract("scanDispatch", {
  ...base,
  summary: "Note that a parcel was scanned out; it moves no order",
  description: "A parcel that was scanned out already is answered with `is_repeated`, and stays as it was.",
  body: z.object({
    code: scannedNumber.meta({ description: "A tracking number, or the id of an order of one parcel" }),
  }),
  response: z.object({ order: dispatchOrder, parcel: z.int(), is_repeated: z.boolean() }),
});

export const undoDispatchScan = defineContract("undoDispatchScan", {
  ...base,
  summary: "Take back that a parcel was scanned out",
  body: z.object({ order_id: orderId, parcel: integerText(1) }),
  response: dispatchOrder,
  errors: ["NOT_FOUND"],
});

const handOver = z.object({
  id: z.string(),
  day: z.string(),
  parcel_count: z.int(),
  /** The services whose parcels are on it, by code. */
  provider_list: z.array(z.string()),
  created_at: z.string(),
  created_by: nullable,
  signed_at: nullable,
  /** Who signed on the screen. */
  signed_by: nullable,
});
export type HandOver = z.output<typeof handOver>;

const handedOver = z.object({
  order_id: z.string(),
  parcel: z.int(),
  tracking_number: z.string(),
  reference: nullable,
  recipient_name: z.string(),
  recipient_country: z.string(),
  shipping_provider: z.string(),
  weight: z.string(),
  scanned_at: z.string(),
});
export type HandedOver = z.output<typeof handedOver>;

const byId = z.object({ id: code(64) });

export const listHandOvers = defineContract("listHandOvers", {
  ...base,
  summary: "List the hand-over lists, the newest first",
  query: z.object({ day: date.optional(), ...paging }),
  response: handOver,
  list: true,
});

export const createHandOver = defineContract("createHandOver", {
  ...base,
  summary: "Make the list of parcels that a courier takes",
  description: "Of these orders, all parcels that were scanned out and are on no list yet.",
  body: z.object({ order_ids: z.array(orderId).min(1).max(MAX_HANDED_OVER) }),
  response: handOver,
  creates: "id",
  errors: ["idempotency_key_exists"],
});

export const readHandOver = defineContract("readHandOver", {
  ...base,
  summary: "Read a hand-over list with its parcels, or fetch it as a PDF to sign",
  params: byId,
  response: handOver.extend({ parcel_list: z.array(handedOver) }),
  files: [{ type: "application/pdf", description: "The list as PDF" }],
  errors: ["NOT_FOUND"],
});
export type HandOverRecord = z.output<(typeof readHandOver)["response"]>;

export const signHandOver = defineContract("signHandOver", {
  ...base,
  summary: "Sign a hand-over list on the screen; a signed one stays as it is",
  params: byId,
  body: z.object({
    name: text({ max: 100, visible: true }),
    signature: code(SIGNATURE.max)
      .superRefine(rule((drawn) => (strokesOf(drawn) ? undefined : "signature")))
      .meta({
        description: `What was drawn: points \`x,y\`, x up to ${SIGNATURE.width} and y up to ${SIGNATURE.height}, with spaces between points and semicolons between strokes`,
      }),
  }),
  response: handOver,
  errors: ["NOT_FOUND"],
});

export const deleteHandOver = defineContract("deleteHandOver", {
  ...base,
  summary: "Delete a hand-over list that is not signed; its parcels stay scanned out",
  params: byId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
