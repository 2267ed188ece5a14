import type { Db, Scope } from "@/server/context";

/** Where in the warehouse products stand, by sku; those without a place are left out. */
export async function locationsOf(db: Db, scope: Scope, skus: readonly string[]): Promise<Map<string, string>> {
  if (!skus.length) return new Map();
  const rows = await db
    .selectFrom("products")
    .select(["sku", "warehouse_location"])
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("sku", "in", [...skus])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.flatMap(({ sku, warehouse_location: place }) => (place ? [[sku, place] as const] : [])));
}
