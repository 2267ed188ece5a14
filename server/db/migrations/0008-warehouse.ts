import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The warehouse's reason for declining a cancellation request, kept until the merchant asks again.
  `alter table orders add column cancel_declined_at timestamptz, add column cancel_declined_remarks text,
    add column declared_price numeric`,
  // What the merchant declared, if the warehouse repacked the parcel and measured it again.
  `alter table order_parcels add column declared_act_weight numeric, add column declared_length numeric,
    add column declared_width numeric, add column declared_height numeric`,

  // Only requests that wait for an answer: those of cancelled and collected orders would keep growing.
  `drop index orders_cancel_requested`,
  `create index orders_cancel_requested on orders (environment, account_id)
    where cancel_requested_at is not null and status = 'READY_TO_SHIP'`,
  // The warehouse's list over all accounts and states.
  `create index pick_pack_orders_time on pick_pack_orders (environment, requested_at, order_id)`,
];

/** Declined cancellations, declared measures of repacked parcels, and the warehouse's list. */
export const warehouse: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
