import { z } from "zod";
import { defineContract } from "./contract";
import { listOrders } from "./order";

/** As many orders as one export holds. */
export const MAX_EXPORT = 50_000;

/** The list of decisions §4.6 as a file. */
export const exportOrders = defineContract({
  id: "exportOrders",
  method: "GET",
  path: "/orders/export",
  who: listOrders.who,
  audience: "public",
  tag: "Orders",
  summary: "Export the orders that a list's filters let through",
  description: `One line for each order, the newest first; with \`order_ids\` in their order. More than ${MAX_EXPORT} are a 400. UTF-8 with a byte order mark. Text that a spreadsheet would run as a formula has an apostrophe before it; digits that it would shorten are written ="00123".`,
  query: listOrders.query?.omit({ limit: true, offset: true, sort: true }),
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  file: { type: "text/csv", description: "The orders as CSV" },
});
