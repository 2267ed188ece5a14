import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** A view of the order list may be shared with all people of its account. */
export const sharedViews: Step = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table order_views add column is_shared boolean not null default false").execute(db);
  },
};

/** One account's shared views have different names. */
export const sharedViewNames: Step = {
  indexes: {
    order_views_shared_name: { unique: "on order_views (account_id, lower(name)) where is_shared" },
  },
};
