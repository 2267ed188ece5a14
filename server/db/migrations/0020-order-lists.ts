import type { Step } from "./step";

/** Indexes that find orders by the beginning of a number, and indexes for the filters of order lists. */
export const orderLists: Step = {
  indexes: {
    orders_by_number: `on orders (account_id, environment, tracking_number collate "C") where tracking_number is not null`,
    order_parcels_by_number: `on order_parcels (account_id, environment, tracking_number collate "C") where position > 1`,
    orders_by_reference: "on orders (account_id, environment, reference_key) where reference_key is not null",
    // One for each filter of the list. The opposite of a partial one matches nearly every order, so a scan from the
    // newest finds a page.
    orders_by_country: "on orders (account_id, environment, recipient_country, id)",
    orders_by_source: "on orders (account_id, environment, source, id)",
    orders_by_printed: "on orders (account_id, environment, is_label_printed, id)",
    orders_by_pickup: "on orders (account_id, environment, pickup_date, id) where pickup_date is not null",
    orders_with_cod: "on orders (account_id, environment, id) where cod_amount is not null",
    orders_awaited: `on orders (account_id, environment, estimated_delivery)
      where status not in ('DELIVERED', 'CANCELLED', 'PENDING_CONFIRM', 'DRAFT')`,
  },
};
