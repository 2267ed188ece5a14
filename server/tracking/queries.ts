import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { listOf } from "@/server/db/columns";
import { type Scope, scoped } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";

const SCAN = ["id", "event", "occurred_at", "moved", "sub_status", "description", "location"] as const;
/** A scan as it is stored; ids grow with every recorded one. */
export type ScanRow = Selected<"tracking_events", (typeof SCAN)[number]>;

/** The scans of an order, the newest first. */
export async function findScans(db: Db, scope: Scope, orderId: string): Promise<ScanRow[]> {
  return scoped(db, scope)
    .selectFrom("tracking_events")
    .select(SCAN)
    .where("order_id", "=", orderId)
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * The order that a tracking number, its own or a parcel's, belongs to. Numbers are unique across accounts, so a
 * platform client needs no account; `reach` is a condition on account_id.
 */
export async function findByNumber(
  db: Db,
  environment: Environment,
  reach: RawBuilder<SqlBool>,
  number: string,
): Promise<{ accountId: string; orderId: string } | undefined> {
  const { rows } = await sql<{ account_id: string; order_id: string }>`
    select account_id, id as order_id from orders
    where tracking_number = ${number} and environment = ${environment} and ${reach}
    union all
    select account_id, order_id from order_parcels
    where tracking_number = ${number} and position > 1 and environment = ${environment} and ${reach}
    limit 1`.execute(db);
  return rows[0] && { accountId: rows[0].account_id, orderId: rows[0].order_id };
}

const PUBLIC = [
  ...(["account_id", "id", "status", "tracking_number", "shipping_provider"] as const),
  ...(["created_at", "moved_at", "estimated_delivery"] as const),
];
/** What anyone with a parcel's number may know about its order, and the keys of its scans. */
export type PublicRow = Selected<"orders", (typeof PUBLIC)[number]> & {
  tracking_number: string;
  position: number;
  parcels: number;
  catalogue_version: string;
};

/** The order of a parcel's number, of any account; none of the columns is personal. */
export async function findPublic(db: Db, environment: Environment, number: string): Promise<PublicRow | undefined> {
  const { rows } = await sql<PublicRow>`
    select ${sql.raw(listOf(PUBLIC, "o"))}, hit.position, v.version as catalogue_version,
      (select count(*)::int from order_parcels p
       where p.account_id = o.account_id and p.environment = o.environment and p.order_id = o.id) as parcels
    from (
      select account_id, environment, id as order_id, 1 as position from orders where tracking_number = ${number}
      union all
      select account_id, environment, order_id, position from order_parcels
      where tracking_number = ${number} and position > 1
    ) hit
    join orders o on o.account_id = hit.account_id and o.environment = hit.environment and o.id = hit.order_id
    cross join catalogue_version v
    where o.environment = ${environment}
    limit 1`.execute(db);
  return rows[0];
}

/** Writes a scan; false if it is already known (same order, event, time and place). */
export async function insertScan(
  db: Db,
  scope: Scope,
  { location, details, ...scan }: Omit<ScanRow, "id"> & { order_id: string; source: string; details: object },
): Promise<boolean> {
  const place = location ? JSON.stringify(location) : null;
  const { numInsertedOrUpdatedRows } = await scoped(db, scope)
    .insertInto("tracking_events", {
      ...scan,
      location: place,
      location_key: place ?? "",
      details: JSON.stringify(details),
    })
    .onConflict((on) =>
      on.columns(["account_id", "environment", "order_id", "event", "occurred_at", "location_key"]).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
