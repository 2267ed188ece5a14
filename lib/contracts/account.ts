import { z } from "zod";
import { optionalText, paging } from "./common";
import { defineContract } from "./contract";

/** Support finds the merchant to act for (decisions §1.7). */
export const listAccounts = defineContract({
  id: "listAccounts",
  method: "GET",
  path: "/accounts",
  who: ["support", "warehouse"],
  audience: "people",
  tag: "Accounts",
  summary: "Find merchants' accounts",
  query: z.object({ q: optionalText({ max: 100 }), ...paging }),
  response: z.object({
    account_id: z.string(),
    name: z.string(),
    pick_pack: z.boolean(),
    payment_plan: z.boolean(),
    suspended: z.boolean(),
    create_time: z.string(),
  }),
  list: true,
});
export type AccountRow = z.output<typeof listAccounts.response>;
