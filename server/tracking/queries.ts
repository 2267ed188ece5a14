import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import type { OrderStatus, TrackingEvent } from "@/lib/order-status";
import type { Db, Scope } from "@/server/context";
import { within } from "@/server/db/scoped";

/** A scan as it is stored. */
export type ScanRow = {
  /** Grows with every recorded scan. */
  id: string;
  event: TrackingEvent;
  occurred_at: Date;
  moved: boolean;
  sub_status: string | null;
  description: string | null;
  location: { city?: string; state?: string; country?: string } | null;
};

/** The scans of an order, the newest first. */
export async function findScans(db: Db, scope: Scope, orderId: string): Promise<ScanRow[]> {
  const { rows } = await sql<ScanRow>`
    select id, event, occurred_at, moved, sub_status, description, location from tracking_events
    where ${within(scope)} and order_id = ${orderId}
    order by occurred_at desc, id desc`.execute(db);
  return rows;
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

/** What anyone with a parcel's number may know about its order, and the keys of its scans. */
export type PublicRow = {
  account_id: string;
  id: string;
  status: OrderStatus;
  tracking_number: string;
  shipping_provider: string;
  created_at: Date;
  moved_at: Date | null;
  estimated_delivery: Date | null;
  position: number;
  parcels: number;
  catalogue_version: string;
};

/** The order of a parcel's number, of any account; none of the columns is personal. */
export async function findPublic(db: Db, environment: Environment, number: string): Promise<PublicRow | undefined> {
  const { rows } = await sql<PublicRow>`
    select o.account_id, o.id, o.status, o.tracking_number, o.shipping_provider, o.created_at, o.moved_at,
      o.estimated_delivery, hit.position, v.version as catalogue_version,
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
  orderId: string,
  scan: {
    event: TrackingEvent;
    occurredAt: Date;
    moved: boolean;
    source: string;
    subStatus: string | null;
    description: string | null;
    location: object | null;
    details: object;
  },
): Promise<boolean> {
  const place = scan.location ? JSON.stringify(scan.location) : null;
  const { rows } = await sql`
    insert into tracking_events (account_id, environment, order_id, event, occurred_at, moved, source, sub_status,
      description, location, location_key, details)
    values (${scope.accountId}, ${scope.environment}, ${orderId}, ${scan.event}, ${scan.occurredAt}, ${scan.moved}, ${scan.source},
      ${scan.subStatus}, ${scan.description}, ${place}::jsonb, ${place ?? ""}, ${JSON.stringify(scan.details)}::jsonb)
    on conflict (account_id, environment, order_id, event, occurred_at, location_key) do nothing
    returning 1`.execute(db);
  return rows.length === 1;
}
