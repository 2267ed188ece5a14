import { sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

/** What the audit log says of a product (contract §20.1). */
export async function auditedProduct(db: Db, scope: Scope, productId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select sku, hscode, origin, battery_type, battery_location, unit, currency, length::text, width::text, height::text,
      weight::text, unit_value::text, low_stock_mark::text, on_hand::text, reserved::text, missing::text, damaged::text, deleted_at is not null as is_deleted
    from products where ${within(scope)} and id = ${productId}`.execute(db);
  return rows[0] ?? {};
}
