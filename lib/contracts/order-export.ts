import { z } from "zod";
import { defineContract } from "./contract";
import { listFilters, withDays } from "./order-filters";

/** The most orders in one export. */
export const MAX_EXPORT = 50_000;

/** The list of contract §13.6 as a file. */
export const exportOrders = defineContract("exportOrders", {
  // Not the warehouse (contract §7.1).
  audience: "public",
  tag: "Orders",
  summary: "Export the orders that a list's filters let through",
  description: `One line for each order, the newest first; with \`order_ids\` in their order. More than ${MAX_EXPORT} are a 400. UTF-8 with a byte order mark. Text that a spreadsheet would run as a formula has an apostrophe before it; digits that it would shorten are written ="00123".`,
  query: withDays(listFilters),
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  files: [{ type: "text/csv", description: "The orders as CSV" }],
});
