import type { Step } from "./step";

/** The charts of the home page read nothing but these. */
export const figures: Step = {
  indexes: {
    orders_figures: `on orders (account_id, environment, confirmed_at)
      include (shipping_provider, recipient_country, quote_price)
      where confirmed_at is not null and status <> 'CANCELLED'`,
    orders_delivered: "on orders (account_id, environment, moved_at) where status = 'DELIVERED'",
  },
};
