import { z } from "zod";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { VISIT_REASONS } from "@/lib/rights";
import { choice, optionalText, text, yesNo } from "./common";
import { defineContract } from "./contract";

const base = { audience: "people", tag: "Support" } as const;

export const visit = z.object({
  account_id: z.string(),
  reason: choice(VISIT_REASONS),
  /** Whether changes are let through until the visit ends. */
  acting: yesNo,
  expires_at: z.string(),
});

export type Visit = z.output<typeof visit>;

/** Support says why they look at a merchant (contract §8.22). */
export const startVisit = defineContract("startVisit", {
  ...base,
  summary: "Say why you look at the account, for an hour",
  // Only the audit log keeps the explanation.
  body: z.object({ reason: choice(VISIT_REASONS), explanation: optionalText({ max: 100 }) }),
  response: visit,
});

export const changeVisit = defineContract("changeVisit", {
  ...base,
  summary: "Switch changes of the account on or off",
  body: z.object({ acting: yesNo }),
  response: visit,
});

const owner = z.object({ account_id: z.string(), account_name: z.string() });

/** Support finds anything of any merchant in the environment (contract §8.24). */
export const searchEverything = defineContract("searchEverything", {
  ...base,
  account: "optional",
  summary: "Search the orders of all accounts, accounts, and logged calls",
  query: z.object({ q: text({ min: 2, max: 100 }) }),
  response: z.object({
    /** How the text was read. */
    kind: choice(["number", "email", "text", "request"]),
    accounts: z.array(owner),
    /** Whose call the request id is; null: the text is none, or it is not logged. */
    call: owner.nullable(),
    orders: z.array(
      owner.extend({
        order_id: z.string(),
        tracking_number: z.string().nullable(),
        reference: z.string().nullable(),
        recipient_name: z.string(),
        order_status: choice(ORDER_STATUSES),
        create_time: z.string(),
      }),
    ),
    /** Older orders match, too, or may. */
    has_more: z.boolean(),
    /** How many older orders are still found as they were before searches were folded. */
    unprepared: z.int(),
  }),
});
export type FoundEverywhere = z.output<typeof searchEverything.response>;
