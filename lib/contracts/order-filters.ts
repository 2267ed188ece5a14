import { z } from "zod";
import { countryCode } from "@/lib/addresses/country";
import { ORDER_STATUSES, type OrderStatus, overviewStatus } from "@/lib/orders/status";
import { TAG_MAX } from "@/lib/orders/tags";
import { choice, code, date, optionalText, orderIds, rule, yesNo } from "./common";

/** The longest reference, in characters. */
const REFERENCE_MAX = 64;

/** The shop's own order number (contract §5.1). */
export const reference = optionalText({ max: REFERENCE_MAX }).meta({
  description: `The shop's own order number, at most ${REFERENCE_MAX} characters. It may repeat; it is not on the label.`,
});

/** How an order came in. */
export const ORDER_SOURCES = ["api", "dashboard", "import", "store"] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

const STATUS_WORDS = [...new Set([...ORDER_STATUSES, ...ORDER_STATUSES.map(overviewStatus)])];

/** The statuses that a filter names; a word of the overview means every status it covers. Null when one is unknown. */
export function statusesOf(text: string): OrderStatus[] | null {
  const named = text.split(",");
  if (!named.every((each) => STATUS_WORDS.includes(each))) return null;
  return ORDER_STATUSES.filter((status) => named.includes(status) || named.includes(overviewStatus(status)));
}

/**
 * The codes of the countries that a filter names, by code or name; a name may contain commas. Null when one is unknown.
 */
export function countriesOf(text: string): string[] | null {
  const parts = text.split(",");
  if (parts.some((part) => part.trim() === "")) return null;
  const codes: string[] = [];
  for (let from = 0; from < parts.length; ) {
    let to = parts.length;
    let found: string | null = null;
    while (to > from && !found) found = countryCode(parts.slice(from, to--).join(",").trim());
    if (!found) return null;
    codes.push(found);
    from = to + 1;
  }
  return codes;
}

/** What narrows a list of orders (contract §5.2–5.5). */
export const listFilters = z.object({
  status: z
    .string()
    .superRefine(rule((value) => (statusesOf(value) ? undefined : ["choice", { choices: STATUS_WORDS.join(", ") }])))
    .meta({
      description: `Comma separated: statuses, or the overview's words, of which \`pending\` stands for PENDING_CONFIRM and READY_TO_SHIP: ${STATUS_WORDS.join(", ")}`,
    })
    .optional(),
  ship_type: z.enum(["intl", "local"]).optional().describe("International orders, or those within Hong Kong"),
  shipping_provider: code(64).optional().describe("Code of the service, from `GET /providers`"),
  q: optionalText({ max: 200 }).meta({
    description:
      "What is looked for, at most 200 characters. Where it can be the beginning of an order's id, tracking number or reference, and any begins with it: those orders. Else the orders that have all its words, in any order and anywhere: in these numbers, the recipient's name, company, mobile and address, the district, names and SKUs of items, or client_remarks. Case, accents, and the form of signs and Chinese characters make no difference.",
  }),
  created_from: date.optional().meta({ description: "First day in Hong Kong, inclusive" }),
  created_to: date.optional().meta({ description: "Last day in Hong Kong, inclusive; not before created_from" }),
  order_ids: orderIds(100).optional(),
  reference: reference.meta({
    description: `The shop's own order number, whole and exact, at most ${REFERENCE_MAX} characters`,
  }),
  country: z
    .string()
    .superRefine(rule((value) => (countriesOf(value) ? undefined : "country")))
    .optional()
    .meta({
      description: "Of the recipient: ISO 3166-1 alpha-2 or an English name, several with commas between; HK is local",
    }),
  cod: yesNo.optional().meta({ description: "Whether cash is collected on delivery" }),
  printed: yesNo.optional().meta({
    description:
      "Y: the label of each parcel was fetched by an API client, as JSON or PDF, or printed by a person, and has not changed since. N: any other order",
  }),
  pickup_date: date.optional().meta({ description: "The day of the pickup that was asked for" }),
  late: yesNo.optional().meta({
    description: "Y: past its estimated_delivery, and neither delivered nor cancelled. N: any other order",
  }),
  tag: optionalText({ max: TAG_MAX }).meta({ description: "Orders that have this tag, whole and exact" }),
  source: choice(ORDER_SOURCES).optional().meta({ description: "By which way the order came" }),
});

/** Refuses days in the wrong order; the problem is reported at the later one (contract §5.3). */
export function withDays<Query extends z.ZodObject>(
  query: Query,
  [first, last]: readonly [string, string] = ["created_from", "created_to"],
): Query {
  return query.superRefine((value, ctx) => {
    const { [first]: from, [last]: to } = value as Record<string, string | undefined>;
    if (from !== undefined && to !== undefined && to < from)
      ctx.addIssue({ code: "custom", path: [last], params: { key: "dayBefore", params: { field: first } } });
  }) as Query;
}
