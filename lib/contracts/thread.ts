import { z } from "zod";
import { DELIVERY_HOURS, DELIVERY_INSTRUCTIONS } from "@/lib/orders/delivery-instructions";
import { DISPUTE, DONE_KINDS, INSTRUCTION, MESSAGE_LIMIT, WRITTEN_KINDS } from "@/lib/orders/thread";
import { PICTURE_TYPES } from "@/lib/pictures";
import { choice, code, orderId, paging, text } from "./common";
import { defineContract } from "./contract";

const base = { audience: "people", tag: "Messages" } as const;

/** A picture that can be saved; `bytes` is its size. */
export const picture = z.object({ id: z.string(), type: z.enum(PICTURE_TYPES), bytes: z.int() });
export type Picture = z.output<typeof picture>;

/** What the courier should do (contract §37.1). */
const instruction = z.object({
  way: z.enum(DELIVERY_INSTRUCTIONS),
  day: z.string().nullable(),
  /** Null or absent, as in older ones: at any time. */
  hours: z.enum(DELIVERY_HOURS).nullish(),
  /** Of a new address: name, telephone and address, by the names of an order's fields. */
  recipient: z.record(z.string(), z.string()).nullable(),
  delivery_code: z.string().nullable(),
});
export type Instruction = z.output<typeof instruction>;

export const message = z.object({
  id: z.string(),
  order_id: z.string(),
  kind: z.enum([...WRITTEN_KINDS, DISPUTE, INSTRUCTION, ...DONE_KINDS]),
  side: z.enum(["merchant", "support"]),
  /** Merchants see the first name of support's people; null: a client of support, or it is not known any more. */
  author: z.string().nullable(),
  is_own: z.boolean(),
  text: z.string(),
  time: z.string(),
  /** When a person of the other side first saw it, and who. */
  read_time: z.string().nullable(),
  read_by: z.string().nullable(),
  /** Of a dispute: the adjustment's sum in HKD, and what the merchant showed. */
  disputed_amount: z.string().nullable(),
  pictures: z.array(picture),
  instruction: instruction.nullable(),
});
export type Message = z.output<typeof message>;

export const listMessages = defineContract("listMessages", {
  ...base,
  summary: "List the messages of an order, the newest first; merchants see no notes",
  query: z.object({ order_id: orderId, ...paging }),
  response: message,
  list: true,
  errors: ["NOT_FOUND"],
});

export const writeMessage = defineContract("writeMessage", {
  ...base,
  summary: "Write to the other side, or a note that only staff see",
  body: z.object({
    order_id: orderId,
    kind: choice(WRITTEN_KINDS).default("message"),
    text: text({ max: MESSAGE_LIMIT, lines: true, visible: true }),
  }),
  response: message,
  creates: "id",
  errors: ["NOT_FOUND"],
});

export const markMessages = defineContract("markMessages", {
  ...base,
  summary: "Mark what the other side wrote about an order as read",
  body: z.object({ order_id: orderId, ids: z.array(code(40)).max(100) }),
  response: z.object({ read: z.int() }),
  errors: ["NOT_FOUND"],
});
