import { sql } from "kysely";
import { type Concerned, MAX_CONCERNED } from "@/lib/contracts/services";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import type { Db } from "@/server/db/transaction";

// As the index has it: the code after the last caret of the recipient's address, in capitals.
const DRAFT_CODE = sql`upper(left(substring(d.body->'recipient'->>'address' from '\\^([^^]*[^^\\s])\\s*$'), 33))`;

/**
 * Orders that no courier has yet, and drafts, that name one of a provider's pickup points, in these environments. A
 * draft without a service counts, because its point decides the service.
 */
function atPoints(environments: readonly Environment[], provider: string, codes: readonly string[]) {
  const named = sql`any(${[...codes]}::text[])`;
  const within = sql`any(${[...environments]}::text[])`;
  return sql`
    select 'ORDER' as kind, o.account_id, o.environment, o.id::text as id, o.delivery_code, o.status, o.reference, o.created_at as at
    from orders o
    where o.environment = ${within} and o.shipping_provider = ${provider} and o.delivery_code = ${named}
      and o.delivery_code is not null and o.status in ('PENDING_CONFIRM', 'READY_TO_SHIP')
    union all
    select 'DRAFT', d.account_id, d.environment, d.id, ${DRAFT_CODE}, 'DRAFT', d.body->>'reference', d.updated_at
    from order_drafts d
    where d.environment = ${within} and d.body->'recipient'->>'address' like '%^%' and ${DRAFT_CODE} = ${named}
      and coalesce(nullif(d.body->>'shipping_provider', ''), ${provider}) = ${provider}`;
}

/** Counts them over all accounts of an environment, and lists the newest (contract §29.5). */
export async function listAtPoints(
  db: Db,
  environment: Environment,
  provider: string,
  codes: readonly string[],
): Promise<Concerned> {
  const { rows } = await sql<Concerned>`
    with found as materialized (
      select f.*, a.name as account_name
      from (${atPoints([environment], provider, codes)}) f join accounts a on a.id = f.account_id)
    select (select count(*)::int from found where kind = 'ORDER') as orders,
      (select count(*)::int from found where kind = 'DRAFT') as drafts,
      (select count(distinct account_id)::int from found) as accounts,
      (select coalesce(json_agg(r), '[]') from (
        select kind, id, account_id::text, account_name, delivery_code, status, left(reference, 64) as reference
        from found order by kind desc, at desc, id limit ${MAX_CONCERNED}) r) as rows`.execute(db);
  return rows[0] ?? { orders: 0, drafts: 0, accounts: 0, rows: [] };
}

/** An account's drafts and uncollected orders at these pickup points, and some of the orders. */
export type AtPoints = {
  account_id: string;
  environment: Environment;
  orders: number;
  drafts: number;
  /** Those of the points that they name. */
  codes: string[];
  some: { id: string; delivery_code: string }[];
};

/** The accounts with such orders or drafts in either environment, by id; production first. `most`: orders to name. */
export async function accountsAtPoints(
  db: Db,
  provider: string,
  codes: readonly string[],
  most: number,
): Promise<AtPoints[]> {
  const { rows } = await sql<AtPoints>`
    with found as materialized (
      select f.*, row_number() over (partition by f.account_id, f.environment, f.kind order by f.at desc) as place
      from (${atPoints(ENVIRONMENTS, provider, codes)}) f join accounts a on a.id = f.account_id)
    select account_id::text, environment, count(*) filter (where kind = 'ORDER')::int as orders,
      count(*) filter (where kind = 'DRAFT')::int as drafts,
      array_agg(distinct delivery_code order by delivery_code) as codes,
      coalesce(json_agg(json_build_object('id', id, 'delivery_code', delivery_code) order by place)
        filter (where kind = 'ORDER' and place <= ${most}), '[]') as some
    from found group by account_id, environment order by account_id, environment`.execute(db);
  return rows;
}
