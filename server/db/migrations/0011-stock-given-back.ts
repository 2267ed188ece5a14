import { type Kysely, type Migration, sql } from "kysely";

/** What a cancelled order gives back always fits: the most that may be counted is judged when stock is changed. */
export const stockGivenBack: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table products drop constraint products_stock,
        add constraint products_stock check (reserved >= 0 and on_hand >= reserved)`.execute(db);
  },
};
