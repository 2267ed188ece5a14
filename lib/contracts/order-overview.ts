import { z } from "zod";
import type { Verdict } from "@/lib/i18n/validation";
import { BOUNDS, code, rule, text } from "./common";
import { defineContract } from "./contract";
import { reference } from "./order-filters";

function measure(unit: string, bound: string) {
  const max = Number(bound);
  const judge = (value: number): Verdict => {
    if (!(value > 0)) return "positiveNumber";
    return value > max ? ["maximum", { max }] : undefined;
  };
  return z
    .number()
    .superRefine(rule(judge))
    .meta({ exclusiveMinimum: 0, maximum: max, bounds: `${unit}, more than 0 and at most ${bound}` });
}
const cm = measure("cm", BOUNDS.side);
const overviewParty = z.object({
  name: text({ max: 200, visible: true }).describe("Name of the person or company"),
  phone: code(40).describe("Telephone number; a Hong Kong number unless it begins with a plus sign or 00"),
  address: text({ max: 500, visible: true }).describe("The complete address"),
});

/** An order in short (contract §13.4). */
export const overviewOrder = z
  .object({
    id: z.string(),
    status: z.string(),
    tracking_number: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "OverviewOrder" });

/** The short form of an order (contract §13.5). */
export const createOverviewOrder = defineContract("createOverviewOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Create a confirmed local order in the short form",
  serverRules: true,
  body: z.object({
    sender: overviewParty.describe("The sender, who also gets returns"),
    recipient: overviewParty.describe("Who receives it"),
    package: z
      .object({
        weight: measure("kg", BOUNDS.weight).describe("Its weight"),
        dimensions: z
          .object({ length: cm.describe("Length"), width: cm.describe("Width"), height: cm.describe("Height") })
          .describe("Its three sides"),
      })
      .describe("The only parcel"),
    reference,
  }),
  response: overviewOrder,
  creates: "order_id",
  // The short form names the first failing field next to the full list (contract §11.8).
  errorBody: (error) => {
    const body = error.body();
    return { error: { ...body, ...(body.error_trace?.[0] ? { field: body.error_trace[0].field } : {}) } };
  },
  errors: ["idempotency_key_exists", "SERVICE_NOT_AVAILABLE"],
  example: {
    sender: { name: "Sampan Goods", phone: "+852 2345 6789", address: "12 Nathan Road, Tsim Sha Tsui" },
    recipient: { name: "陳大文", phone: "91234567", address: "九龍旺角彌敦道 700 號 5 樓" },
    package: { weight: 1.2, dimensions: { length: 30, width: 20, height: 10 } },
  },
});
