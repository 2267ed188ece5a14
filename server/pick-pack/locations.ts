import { sql } from "kysely";
import type { Db, Scope } from "@/server/context";

/**
 * Where in the warehouse the products of an order stand, by its skus; those without a place are left out. What it has
 * reserved stands where that product stands, whatever its sku is called now.
 */
export async function locationsOf(
  db: Db,
  { accountId, environment }: Scope,
  orderId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; place: string }>`
    select s.sku, g.warehouse_location as place
    from unnest(${[...skus]}::text[]) as s (sku)
    left join stock_movements m on m.account_id = ${accountId} and m.environment = ${environment}
      and m.order_id = ${orderId} and m.sku = s.sku and m.kind = 'RESERVED'
    join products g on g.account_id = ${accountId} and g.environment = ${environment}
      and g.id = coalesce(m.product_id, (select x.id from products x where x.account_id = ${accountId}
        and x.environment = ${environment} and x.sku = s.sku and x.deleted_at is null))
    where g.warehouse_location is not null`.execute(db);
  return new Map(rows.map(({ sku, place }) => [sku, place]));
}
