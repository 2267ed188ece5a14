import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table shipping_rules (
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    id text not null,
    name text not null,
    position int not null,
    enabled boolean not null,
    conditions jsonb not null,
    sets jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revision int not null default 1,
    changed_paths jsonb not null default '{}',
    primary key (account_id, environment, id)
  )`,
  `create trigger shipping_rules_revised before update of name, enabled, conditions, sets on shipping_rules for each row
    execute function note_revision('name', 'enabled', 'conditions', 'sets')`,
  // What every request reads of its account says whether there are rules that are switched on, and which; 0: none.
  "create sequence rule_revisions",
  `alter table accounts add column rules_testing bigint not null default 0,
    add column rules_production bigint not null default 0`,
  // What rules did is on the order; its tags are also kept by themselves, where a list finds the orders that have one.
  "alter table orders add column tags text[] not null default '{}', add column ruled jsonb",
  `create table order_tags (
    account_id bigint not null,
    environment text not null,
    tag text not null,
    order_id bigint not null,
    primary key (account_id, environment, tag, order_id)
  )`,
  `create function keep_order_tags() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from order_tags
      where account_id = old.account_id and environment = old.environment and order_id = old.id
        and tag = any (old.tags) and tag <> all (new.tags);
    end if;
    insert into order_tags (account_id, environment, tag, order_id)
    select new.account_id, new.environment, tag, new.id from unnest(new.tags) tag
    on conflict do nothing;
    return null;
  end $$`,
  `create trigger orders_tagged after insert on orders for each row when (new.tags <> '{}')
    execute function keep_order_tags()`,
  `create trigger orders_tags_changed after update of tags on orders for each row when (new.tags <> old.tags)
    execute function keep_order_tags()`,
  // Of an import: why an order will only be saved.
  "alter table import_rows add column hold text",
];

/** Rules for new orders, and the tags that they and people give orders. */
export const rules: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
