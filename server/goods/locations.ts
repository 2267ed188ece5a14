import { sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

/**
 * Where the products of an order are in the warehouse, by its skus; products without a location are left out. Reserved
 * units are found by their product, even if its sku has changed since.
 */
export async function locationsOf(
  db: Db,
  scope: Scope,
  orderId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; place: string }>`
    select s.sku, g.warehouse_location as place
    from unnest(${[...skus]}::text[]) as s (sku)
    left join stock_movements m on ${within(scope, "m")}
      and m.order_id = ${orderId} and m.sku = s.sku and m.kind = 'RESERVED'
    join products g on ${within(scope, "g")}
      and g.id = coalesce(m.product_id, (select x.id from products x where ${within(scope, "x")} and x.sku = s.sku and x.deleted_at is null))
    where g.warehouse_location is not null`.execute(db);
  return new Map(rows.map(({ sku, place }) => [sku, place]));
}
