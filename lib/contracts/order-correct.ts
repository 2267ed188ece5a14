import { z } from "zod";
import { code, orderId, text } from "./common";
import { defineContract } from "./contract";
import { orderRecord } from "./order";
import { intlRecipient, localRecipient } from "./order-parts";

const PERSON = { name: true, mobile_prefix: true, mobile: true, address: true } as const;

/** What can be corrected of a recipient, for each kind of order; the rest stays as it was (contract §4.6). */
export const CORRECTIONS = {
  local: localRecipient.pick(PERSON),
  intl: intlRecipient.pick({
    ...PERSON,
    address_line_2: true,
    address_line_3: true,
    city: true,
    state: true,
    post_code: true,
  }),
};

const reason = text({ max: 500, lines: true }).meta({ description: "Why; the merchant reads it on the order's page" });

/** A correction in the shape of one kind of order; the stored order decides which one judges it. */
export function correctionOf(kind: keyof typeof CORRECTIONS) {
  return z.object({ order_id: orderId, recipient: CORRECTIONS[kind].describe("Who receives it"), reason });
}

export const correctOrder = defineContract("correctOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Correct the recipient of an order",
  description:
    "For support, until the order is collected: name, telephone and address of the recipient, given whole; company, e-mail, country and tax numbers stay. Service and price stay too, so an address at which they would differ is refused. The label is made again and counts as not printed.",
  body: z.object({
    order_id: orderId,
    recipient: z
      .looseObject({ name: code(200).optional().describe("Name of the person or company") })
      .describe("Who receives it"),
    reason: reason.optional(),
  }),
  response: orderRecord,
  errors: ["NOT_FOUND", "FIELD_LOCKED_AFTER_CONFIRM", "SERVICE_NOT_AVAILABLE", "PICKUP_POINT_UNAVAILABLE"],
  example: {
    order_id: "217123456789012",
    recipient: {
      name: "Chan Tai Man",
      mobile_prefix: "852",
      mobile: "91234567",
      address: "Block 2, 18 Castle Peak Road",
    },
    reason: "The courier went to block 1; the recipient lives in block 2.",
  },
});
