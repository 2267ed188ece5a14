import { z } from "zod";
import { MESSAGE_LIMIT } from "@/lib/orders/thread";
import { MOST_PICTURES, PICTURE_BYTES, PICTURE_TYPES } from "@/lib/pictures";
import { code, orderId, paging, rule, text } from "./common";
import { defineContract } from "./contract";
import { ADJUSTMENT_KINDS } from "./statement";
import { message, picture } from "./thread";

const base = { audience: "people", tag: "Adjustments" } as const;

/** A picture in base64, which is decoded and encoded again where it is stored. */
const content = z.string().superRefine(
  rule((value) => {
    const bytes = Math.floor((value.replace(/={1,2}$/, "").length * 3) / 4);
    if (bytes > PICTURE_BYTES) return ["pictureSize", { max: PICTURE_BYTES / 1000 }];
    return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? undefined : "picture";
  }),
);

const adjustment = z.object({
  id: z.string(),
  order_id: z.string(),
  time: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  /** HKD; below zero: in the merchant's favour. */
  amount: z.string(),
  charged_weight: z.string().nullable(),
  reason: z.string().nullable(),
  /** What proves it. */
  pictures: z.array(picture),
  /** When the merchant disputed it, in a message of the order's thread. */
  disputed_time: z.string().nullable(),
});
export type Adjustment = z.output<typeof adjustment>;

export const listAdjustments = defineContract("listAdjustments", {
  ...base,
  summary: "List what was charged or credited for an order after its price was agreed, the newest first",
  query: z.object({ order_id: orderId, ...paging }),
  response: adjustment,
  list: true,
  errors: ["NOT_FOUND"],
});

const ofAdjustment = z.object({ adjustment_id: code(40) });

export const disputeAdjustment = defineContract("disputeAdjustment", {
  ...base,
  summary: "Dispute an adjustment, once, in a message that support answers",
  params: ofAdjustment,
  body: z.object({ note: text({ max: MESSAGE_LIMIT, lines: true, visible: true }), content: content.optional() }),
  response: message,
  creates: "id",
  errors: ["NOT_FOUND"],
});

export const addAdjustmentPicture = defineContract("addAdjustmentPicture", {
  ...base,
  summary: `Add a picture that proves an adjustment: JPEG, PNG or WebP, at most ${MOST_PICTURES}`,
  params: ofAdjustment,
  body: z.object({ content }),
  response: picture,
  creates: "id",
  errors: ["NOT_FOUND"],
});

export const readOrderPicture = defineContract("readOrderPicture", {
  ...base,
  summary: "Read a picture of an adjustment or a dispute",
  params: z.object({ picture_id: code(40) }),
  response: picture.extend({ content: z.string() }),
  files: PICTURE_TYPES.map((type) => ({ type, description: "The picture" })),
  errors: ["NOT_FOUND"],
});
