import { z } from "zod";
import { addressParties, createAddress, updateAddress } from "./address";
import { orderId } from "./common";
import type { Contract } from "./contract";
import { intlOrder, localOrder, orderInput } from "./order";
import { createBatch, MAX_BATCH, ORDERS_OF_BATCH } from "./order-batch";
import { clearOf } from "./order-clear";
import { correctionOf } from "./order-correct";

/** Root fields of a change of an order: each is optional, without the defaults of creation. */
function changesOf(order: typeof intlOrder | typeof localOrder, id: string): z.ZodType {
  const fields = Object.entries(order.shape).filter(([name]) => name !== "ship_type" && name !== "confirm_shipment");
  const optional = fields.map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional(),
  ]);
  return z
    .object({ order_id: orderId, clear: clearOf(order).optional(), ...Object.fromEntries(optional) })
    .meta({ id });
}

const eitherParty = z
  .union([addressParties.local, addressParties.intl])
  .describe("Who it is: the fields of an order's sender or recipient, as far as they are known");

/** What is stored decides which shape judges the body; written down are all of them. */
const ALL_SHAPES: Record<string, z.ZodType | undefined> = {
  createBatch: createBatch.body?.extend({
    orders: z.array(orderInput).min(1).max(MAX_BATCH).describe(ORDERS_OF_BATCH),
  }),
  updateOrder: z.union([changesOf(localOrder, "LocalOrderChanges"), changesOf(intlOrder, "IntlOrderChanges")]),
  createAddress: createAddress.body?.extend({ party: eitherParty }),
  updateAddress: updateAddress.body?.extend({ party: eitherParty.optional() }),
  correctOrder: z.union([correctionOf("local"), correctionOf("intl")]),
};

/** All that an operation's body may have: for the document, and for what reads a body without judging it. */
export function writtenBody(contract: Contract): z.ZodType | undefined {
  return ALL_SHAPES[contract.id] ?? contract.body;
}
