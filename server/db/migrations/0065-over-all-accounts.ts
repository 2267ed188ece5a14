import type { Step } from "./step";

/**
 * Indexes for reads over all accounts, each with a condition that is always true and that only those reads state
 * (`overAll`). Without it, the planner also takes such an index for the list of an account that has nearly all rows,
 * and then steps over every newer row of the others. The previous build's reads over all accounts are slower without
 * the indexes that these replace.
 */
export const overAllAccounts: Step = {
  indexes: {
    orders_over_all: "on orders (environment, id) where created_at > '-infinity'",
    orders_newest: null,
    pick_pack_orders_over_all: "on pick_pack_orders (environment, requested_at, order_id) where order_id > 0",
    pick_pack_orders_time: null,
    audit_log_over_all: "on audit_log (environment, at, id) where id > 0",
    audit_log_newest: null,
    events_over_all: "on events (created_at) where id > ''",
    events_age: null,
  },
};
