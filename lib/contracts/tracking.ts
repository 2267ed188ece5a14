import { z } from "zod";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { code, optionalText, orderId, rule, scannedNumber, timestamp } from "./common";
import { defineContract } from "./contract";
import { location, trackingView } from "./tracking-parts";

const event = z
  .string()
  .superRefine((value, ctx) => {
    if (!(TRACKING_EVENT_NAMES as string[]).includes(value))
      ctx.addIssue({
        code: "custom",
        params: {
          key: "trackingEventUnknown",
          params: { choices: TRACKING_EVENT_NAMES.join(", ") },
          reason: "TRACKING_EVENT_INVALID",
        },
      });
  })
  .meta({ enum: TRACKING_EVENT_NAMES, description: "What the scan reports" });

const httpsUrl = z
  .string()
  .superRefine(
    rule((value) =>
      /^https:\/\/[^\s/]+/.test(value) && value.length <= 2048 && URL.canParse(value) ? undefined : "url",
    ),
  )
  .meta({ format: "uri", maxLength: 2048 });

/** What a scan says besides its event (contract §13.13, §15.4). */
export const scanDetails = {
  location: location.optional().describe("Where it was scanned"),
  description: optionalText({ max: 500 }).describe("The carrier's words"),
  sub_status: code(64).optional().describe("More detail than the event, such as available_for_pickup or not_home"),
  estimated_delivery: timestamp.optional().describe("When delivery is expected; replaces the order's estimate"),
  delivered_to: optionalText({ max: 200 }).describe("Who took the parcel"),
  signature_required: z.boolean().optional().describe("Whether a signature was required"),
  proof_of_delivery_url: httpsUrl.optional().describe("Where the proof of delivery is: an https address"),
};

export const scan = z.object({
  event,
  occurred_at: timestamp.describe("When it was scanned, at most 30 days in the future"),
  ...scanDetails,
});
export type Scan = z.output<typeof scan>;

const scanResult = trackingView.extend({
  result: z.enum(["MOVED", "HISTORY", "DUPLICATE"]).meta({
    description:
      "MOVED: the order's state follows the scan. HISTORY: late or repeated, recorded only. DUPLICATE: known already.",
  }),
});

export const readTracking = defineContract("readTracking", {
  audience: "public",
  tag: "Tracking",
  summary: "Track an order",
  params: z.object({ order_id: orderId }),
  response: trackingView,
  errors: ["NOT_FOUND"],
});

export const readTrackingByNumber = defineContract("readTrackingByNumber", {
  ...readTracking,
  account: "optional",
  summary: "Track by tracking number",
  params: z.object({ tracking_number: scannedNumber }),
});

export const recordScan = defineContract("recordScan", {
  account: "optional",
  audience: "public",
  tag: "Tracking",
  summary: "Record a carrier's scan",
  description: "Scans may come late, twice and out of order; they skip forward and never move an order back.",
  body: z.object({ tracking_number: scannedNumber, ...scan.shape }),
  response: scanResult,
  errors: ["NOT_FOUND", "TRACKING_EVENT_INVALID"],
  example: {
    tracking_number: "SP72158830462",
    event: "order.in_transit",
    occurred_at: "2026-11-20T14:05:00+08:00",
    location: { city: "Hong Kong", country: "HK" },
    description: "Arrived at the sorting centre",
  },
});

export const simulateScan = defineContract("simulateScan", {
  audience: "public",
  tag: "Tracking",
  summary: "Move a testing order as a carrier would",
  testingOnly: true,
  description: "Testing base only. The time of the scan is now.",
  body: z.object({ order_id: orderId, event, ...scanDetails }),
  response: scanResult,
  errors: ["NOT_FOUND", "TRACKING_EVENT_INVALID"],
  example: { order_id: "217123456789012", event: "order.picked_up" },
});
