import { z } from "zod";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/order-status";
import { defineContract } from "./contract";

const perStatus = z.object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, z.int()])) as Record<OrderStatus, z.ZodInt>,
);

/** How many orders stand in each status: the figures on the tabs of the order list. Drafts have operations of their own. */
export const countOrders = defineContract({
  id: "countOrders",
  method: "GET",
  path: "/orders/counts",
  who: ["owner", "member", "support"],
  audience: "people",
  tag: "Orders",
  summary: "Count the orders of each status",
  response: z.object({ total: z.int(), by_status: perStatus }),
});
