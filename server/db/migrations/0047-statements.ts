import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // What happened to an order's money after its price was agreed.
  `create table order_entries (
    account_id bigint not null,
    environment text not null,
    id text not null,
    order_id bigint not null,
    kind text not null,
    amount numeric not null,
    adjustment_kind text,
    charged_weight numeric,
    weight_before numeric,
    price_before jsonb,
    reason text,
    actor text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (account_id, environment, id),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  `create index order_entries_of_order on order_entries (account_id, environment, order_id, at)`,
  `create index order_entries_of_month on order_entries (account_id, environment, at)`,
  // Orders of earlier builds; of those repacked it is not known what their agreed price consisted of.
  `insert into order_entries (account_id, environment, id, order_id, kind, amount, adjustment_kind, charged_weight, reason, actor, at)
    select o.account_id, o.environment, 'oe_' || replace(gen_random_uuid()::text, '-', ''), o.id, e.kind, e.amount,
      e.adjustment_kind, e.weight, e.reason, 'migration', e.at
    from orders o
      left join pick_pack_orders p
        on p.account_id = o.account_id and p.environment = o.environment and p.order_id = o.id
      cross join lateral (
        select 'ADJUSTMENT' as kind, o.quote_price - o.declared_price as amount, 'REPACKED' as adjustment_kind,
          o.chargeable_weight as weight, null as reason, coalesce(p.updated_at, o.updated_at) as at
        where o.declared_price <> o.quote_price
        union all
        select 'CANCELLATION', -o.quote_price, null, null, o.cancel_reason, coalesce(o.moved_at, o.updated_at)
        where o.status = 'CANCELLED' and o.confirmed_at is not null
        union all
        select 'COD_COLLECTED', o.cod_amount, null, null, null, coalesce(o.moved_at, o.updated_at)
        where o.status = 'DELIVERED' and o.cod_amount > 0) e`,
  // Collected cash that was paid out.
  `create table payouts (
    account_id bigint not null,
    environment text not null,
    id text not null,
    amount numeric not null check (amount > 0),
    paid_on date not null,
    reference text not null,
    actor text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (account_id, environment, id)
  )`,
  `create index payouts_of_month on payouts (account_id, environment, paid_on)`,
  // Closed months, as they were.
  `create table statements (
    account_id bigint not null references accounts (id),
    month text not null,
    closed_at timestamptz not null default clock_timestamp(),
    closed_by text not null,
    totals jsonb not null,
    document text not null,
    csv text not null,
    pdf_en bytea not null,
    pdf_zh_hant bytea not null,
    primary key (account_id, month)
  )`,
  `create function statements_are_only_added_to() returns trigger language plpgsql as $$
    begin
      raise exception 'statements are only added to: % is refused', tg_op using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger statements_only_added_to before update or delete or truncate on statements
    for each statement execute function statements_are_only_added_to()`,
];

/** What monthly statements consist of, beside orders, and the closed ones. */
export const statements: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** The orders that were confirmed in a month; in testing there are no statements. */
export const statementIndexes: Step = {
  indexes: {
    orders_confirmed:
      "on orders (account_id, confirmed_at) where environment = 'production' and confirmed_at is not null",
  },
};
