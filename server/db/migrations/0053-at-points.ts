import type { Step } from "./step";

/** Orders that a courier has not collected, and drafts, by the pickup point that they name. */
export const atPoints: Step = {
  indexes: {
    orders_to_point:
      "on orders (delivery_code, shipping_provider) where delivery_code is not null and status in ('PENDING_CONFIRM', 'READY_TO_SHIP')",
    // Cut, because a draft may hold anything.
    order_drafts_to_point: `on order_drafts (left(substring(body->'recipient'->>'address' from '\\^([^^]*[^^\\s])\\s*$'), 33))
      where body->'recipient'->>'address' like '%^%'`,
  },
};
