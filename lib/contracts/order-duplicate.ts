import { z } from "zod";
import { orderId, yesNo } from "./common";
import { defineContract } from "./contract";
import { orderResultExample } from "./examples";
import { ORDER_ERRORS, orderResult } from "./order";

export const duplicateOrder = defineContract("duplicateOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Create another order like one that there is",
  description:
    "The same parties, parcels, items, service and options as the merchant gave them, before the warehouse repacked them or packed short, at today's price. It has no pickup, reference or client_remarks. `confirm_shipment` Y buys; N, or leaving it out, saves the order as PENDING_CONFIRM. What is refused today is named by its field of POST /order/create.",
  body: z.object({
    order_id: orderId,
    confirm_shipment: yesNo.optional().describe("Y buys the shipment; N, or leaving it out, only saves the order"),
  }),
  response: orderResult,
  creates: "order_id",
  errors: ["NOT_FOUND", ...ORDER_ERRORS, "idempotency_key_exists"],
  example: { order_id: "217123456789012", confirm_shipment: "N" },
  exampleResponse: orderResultExample,
});
