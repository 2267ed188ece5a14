import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Beside the orders, whose rows searches need not rewrite nor read.
  `create table order_search (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    text text,
    grams int[],
    primary key (account_id, environment, order_id)
  )`,
  `create index order_search_grams on order_search using gin (grams) where grams is not null`,
  `create index order_search_due on order_search (account_id, environment, order_id) where grams is null`,
  // Orders from before have none yet; newer ones get theirs when they are written.
  `create table order_search_progress (before bigint not null, total bigint not null, done bigint not null default 0)`,
  `alter table orders alter column search_text set default ''`,
  `alter table orders alter column search set default '{}'`,
  // Builds before this one write the columns instead, and do not know of the rows here.
  `create function order_search_due() returns trigger language plpgsql as $$
  begin
    insert into order_search (account_id, environment, order_id) values (new.account_id, new.environment, new.id)
    on conflict (account_id, environment, order_id) do update set text = null, grams = null;
    return null;
  end $$`,
  `create trigger order_search_inserted after insert on orders for each row
    when (new.search_text <> '') execute function order_search_due()`,
  `create trigger order_search_updated after update of search_text on orders for each row
    when (new.search_text <> '' and new.erased_at is null) execute function order_search_due()`,
  // With the order, whichever build erases it.
  `create function order_search_gone() returns trigger language plpgsql as $$
  begin
    delete from order_search
      where account_id = old.account_id and environment = old.environment and order_id = old.id;
    return null;
  end $$`,
  `create trigger order_search_erased after update of erased_at on orders for each row
    when (new.erased_at is not null) execute function order_search_gone()`,
  `create trigger order_search_deleted after delete on orders for each row execute function order_search_gone()`,
  // After the triggers, which wait for orders that are being written.
  `insert into order_search_progress (before, total)
    select max(id) + 1, count(*) from orders having count(*) > 0`,
  // What else is searched has its text beside it, which the next search fills.
  `create function not_folded() returns trigger language plpgsql as $$
  begin
    new.folded := null;
    return new;
  end $$`,
  ...[
    ["accounts", "id", "name"],
    ["addresses", "account_id, environment, id", "search_text"],
    ["products", "account_id, environment, id", "sku, bar_code_eid, name, description"],
  ].flatMap(([table, key, columns = ""]) => {
    const row = (of: string) => `(${columns.replace(/\w+/g, `${of}.$&`)})`;
    return [
      `alter table ${table} add column folded text`,
      `create index ${table}_not_folded on ${table} (${key}) where folded is null`,
      `create trigger ${table}_changed before update of ${columns} on ${table} for each row
        when (${row("new")} is distinct from ${row("old")}) execute function not_folded()`,
    ];
  }),
  `alter table addresses alter column search set default '{}'`,
];

/** What searches look in. */
export const searches: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
