import type { Step } from "./step";

/** Support's search over all accounts: the newest orders of an environment, and orders by the recipient's e-mail. */
export const searchEverywhere: Step = {
  indexes: {
    orders_newest: "on orders (environment, id)",
    orders_by_email: `on orders (environment, lower(recipient ->> 'email'), id) where recipient ->> 'email' is not null`,
  },
};
