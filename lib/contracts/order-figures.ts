import { z } from "zod";
import { FIGURE_DAYS } from "@/lib/figures";
import { choice } from "./common";
import { defineContract } from "./contract";

const hours = z.number().nullable();

/** What a merchant sent, spent and how long it took, for the charts of the home page. */
export const readFigures = defineContract("readFigures", {
  audience: "people",
  tag: "Orders",
  summary: "Orders, spend, destinations and delivery times of the last days",
  query: z.object({ days: choice(FIGURE_DAYS).default("14") }),
  response: z.object({
    /** The first and the last day, in Hong Kong. */
    from: z.string(),
    to: z.string(),
    /** Orders that were confirmed on a day and are not cancelled; days and services without any are left out. */
    day_list: z.array(
      z.object({
        day: z.string(),
        shipping_provider: z.string(),
        orders: z.int(),
        /** HKD. */
        spend: z.string(),
      }),
    ),
    /** The same orders by where they go, the most first. */
    destination_list: z.array(z.object({ country: z.string(), orders: z.int(), spend: z.string() })),
    /** From the courier's scan at collection to delivery, in hours. */
    delivery_list: z.array(
      z.object({
        shipping_provider: z.string(),
        delivered: z.int(),
        /** One in ten was faster; half; one in ten was slower. Null: none was scanned at collection. */
        hours_low: hours,
        hours_median: hours,
        hours_high: hours,
        /** How many had an estimated day, and how many of them kept it. */
        promised: z.int(),
        on_time: z.int(),
      }),
    ),
  }),
});
export type Figures = z.output<(typeof readFigures)["response"]>;
