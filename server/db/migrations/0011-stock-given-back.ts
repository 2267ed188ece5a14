import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Stock from a cancelled order always fits: the upper limit is checked only when stock is changed by hand. */
export const stockGivenBack: Step = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table products drop constraint products_stock,
        add constraint products_stock check (reserved >= 0 and on_hand >= reserved)`.execute(db);
  },
};
