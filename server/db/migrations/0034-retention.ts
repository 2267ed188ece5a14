import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** When an order's personal data was erased, and when an account was closed. */
export const retention: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table orders add column erased_at timestamptz`.execute(db);
    await sql`alter table accounts add column closed_at timestamptz`.execute(db);
  },
};

/** Finds ended orders whose personal data is due; written once, when an order ends. */
export const retentionIndex: Step = {
  indexes: {
    orders_to_erase: `on orders (coalesce(moved_at, updated_at))
      where erased_at is null and status in ('DELIVERED', 'CANCELLED')`,
  },
};
