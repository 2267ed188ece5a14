import { z } from "zod";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { defineContract } from "./contract";
import { listFilters, withDays } from "./order-filters";

const perStatus = z.object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, z.int()])) as Record<OrderStatus, z.ZodInt>,
);

/**
 * How many orders that match the list's filters are in each status: the figures on its tabs. Drafts have their own
 * operations.
 */
export const countOrders = defineContract("countOrders", {
  audience: "people",
  tag: "Orders",
  summary: "Count the orders of each status",
  query: withDays(listFilters.omit({ status: true })),
  response: z.object({
    total: z.int(),
    by_status: perStatus,
    // Counting stopped: there are more than these.
    total_is_at_least: z.literal(true).optional(),
  }),
});
