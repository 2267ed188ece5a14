import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Addresses may be imported from files, too, and of what is done is said what was there before. */
export const addressImports: Step = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table imports drop constraint imports_kind_check,
        add constraint imports_kind_check check (kind in ('orders', 'products', 'addresses')),
        add column changed int not null default 0, add column unchanged int not null default 0`.execute(db);
  },
};
