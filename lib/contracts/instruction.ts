import { z } from "zod";
import { addDays, hongKongDate } from "@/lib/calendar";
import { DELIVERY_HOURS, REDELIVER_DAYS } from "@/lib/orders/delivery-instructions";
import { choice, code, date, orderId, rule, text } from "./common";
import { defineContract } from "./contract";
import { message } from "./thread";

const day = date
  .superRefine(
    rule((value) => {
      const today = hongKongDate(new Date());
      if (value <= today) return "dayAhead";
      return value > addDays(today, REDELIVER_DAYS) ? ["tooFarAhead", { days: REDELIVER_DAYS }] : undefined;
    }),
  )
  .optional()
  .meta({ description: "When somebody is there, in Hong Kong; absent: as soon as possible" });
const hours = choice(DELIVERY_HOURS)
  .optional()
  .meta({ description: "Between when, in Hong Kong; absent: at any time" });
const note = text({ max: 500, lines: true }).optional();

/** By `way`; of an address, the order's kind decides which fields are judged. */
const instruction = z.discriminatedUnion("way", [
  z.object({ order_id: orderId, way: z.literal("REDELIVER"), day, hours, note }),
  z.object({
    order_id: orderId,
    way: z.literal("ADDRESS"),
    recipient: z
      .looseObject({ name: code(200).optional() })
      .meta({ description: "Name, telephone and address, whole, as for a correction" }),
    day,
    hours,
    note,
  }),
  z.object({
    order_id: orderId,
    way: z.literal("PICKUP_POINT"),
    delivery_code: code(40).meta({ description: "Of an open pickup point" }),
    note,
  }),
  z.object({ order_id: orderId, way: z.literal("RETURN"), note }),
  z.object({ order_id: orderId, way: z.literal("SOLVED"), note }),
]);

export const instructOrder = defineContract("instructOrder", {
  audience: "people",
  tag: "Messages",
  summary: "Say what the courier should do with an order that could not be delivered",
  description:
    "While the order is an EXCEPTION or a FAILED_DELIVERY. It is a message of the order's thread: support passes it on to the carrier and answers there. It changes neither the order nor its price.",
  body: instruction,
  response: message,
  creates: "id",
  errors: ["NOT_FOUND"],
});
