import { z } from "zod";
import { optionalText } from "./common";

/** Where a scan was made (contract §15.4). */
export const location = z
  .object({
    city: optionalText({ max: 100 }).describe("City of the scan"),
    state: optionalText({ max: 100 }).describe("State or province of the scan"),
    country: optionalText({ max: 100 }).describe("Country of the scan"),
  })
  .meta({ id: "Location" });

const checkpoint = z
  .object({
    time: z.string(),
    event: z.string(),
    status: z.string(),
    sub_status: z.string().nullable(),
    description: z.string().nullable(),
    location: z
      .object({ city: z.string().nullable(), state: z.string().nullable(), country: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: "Checkpoint" });

/** What tracking operations answer (contract §13.13). Newest checkpoint first. */
export const trackingView = z
  .object({
    order_id: z.string(),
    tracking_number: z.string().nullable(),
    status: z.string(),
    sub_status: z.string().nullable(),
    estimated_delivery: z.string().nullable(),
    checkpoint_list: z.array(checkpoint),
  })
  .meta({ id: "Tracking" });
export type TrackingView = z.output<typeof trackingView>;
