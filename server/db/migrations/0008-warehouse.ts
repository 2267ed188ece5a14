import { type Kysely, type Migration, sql } from "kysely";

const STATEMENTS = [
  // The warehouse's answer to a request for cancellation that it declined, until the merchant asks again.
  `alter table orders add column cancel_declined_at timestamptz, add column cancel_declined_remarks text,
    add column declared_price numeric`,
  // What the merchant declared, where the warehouse repacked the parcel and its measures are those of then.
  `alter table order_parcels add column declared_act_weight numeric, add column declared_length numeric,
    add column declared_width numeric, add column declared_height numeric`,

  // Requests that wait for an answer: those of cancelled and collected orders would only grow.
  `drop index orders_cancel_requested`,
  `create index orders_cancel_requested on orders (environment, account_id)
    where cancel_requested_at is not null and status = 'READY_TO_SHIP'`,
  // The warehouse's list over all accounts and states.
  `create index pick_pack_orders_time on pick_pack_orders (environment, requested_at, order_id)`,
];

/** Declined cancellations, what was declared of parcels that were repacked, and the warehouse's list. */
export const warehouse: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
