import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Addresses may be imported from files, as orders and products are. */
export const addressImports: Step = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table imports drop constraint imports_kind_check,
        add constraint imports_kind_check check (kind in ('orders', 'products', 'addresses'))`.execute(db);
  },
};
