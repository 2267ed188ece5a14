import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The shop's own order number, which may repeat, and the form of it that searches compare: byte by byte, so that the
  // index can find prefixes.
  `alter table orders add column reference text`,
  `alter table orders add column reference_key text collate "C"`,
  `alter table orders add column source text not null default 'api'
    check (source in ('api', 'dashboard', 'import', 'store'))`,

  // Whether the current label was printed. Repacking may change the label, and earlier prints do not count then.
  `alter table orders add column is_label_printed boolean not null default false`,
  `update orders o set is_label_printed = true
    from (
      select p.account_id, p.environment, p.order_id, bool_or(p.parcel is null) as whole, count(distinct p.parcel) as parcels
      from order_prints p
      join orders x on x.account_id = p.account_id and x.environment = p.environment and x.id = p.order_id
      left join pick_pack_orders k
        on k.account_id = p.account_id and k.environment = p.environment and k.order_id = p.order_id
      where p.document in ('label', 'all_documents') and (x.declared_price is null or p.printed_at > k.updated_at)
      group by p.account_id, p.environment, p.order_id
    ) p
    where o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
      and (p.whole or p.parcels >= (
        select count(*) from order_parcels q
        where q.account_id = o.account_id and q.environment = o.environment and q.order_id = o.id))`,

  // Not every event without an order is a test any more, so tests are marked.
  `alter table events add column is_test boolean not null default false`,
  `update events set is_test = true where order_id is null`,
];

/** The shop's own order number, columns for list filters, and events without an order. */
export const references: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
