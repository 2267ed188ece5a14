import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { findPickPack as contract } from "@/lib/contracts/pickpack-queue";
import { notFound } from "@/lib/errors";
import { actOn } from "@/server/accounts";
import { type AccountContext, type Db, scopeOf } from "@/server/context";
import { accountOf } from "./reach";
import { findPickPack } from "./store";

const OPERATION: (typeof contract)["id"] = "findPickPack";

type Place = { account_id: string; order_id: string; parcel: number | null };

/** Where a tracking number stands: one never stands twice, in whatever account or environment. */
async function placeOf(db: Db, trackingNumber: string): Promise<(Place & { environment: string }) | undefined> {
  const { rows } = await sql<Place & { environment: string }>`
    select account_id, environment, id as order_id, 1 as parcel from orders where tracking_number = ${trackingNumber}
    union all
    select account_id, environment, order_id, position from order_parcels
    where tracking_number = ${trackingNumber} and position > 1`.execute(db);
  return rows[0];
}

/** The order that a code names, within the caller's reach. @throws ApiError NOT_FOUND; 400 for an id that accounts share */
async function named(ctx: AccountContext, code: string): Promise<Place> {
  // Tracking numbers are made in capitals.
  const place = await placeOf(ctx.db, code.toUpperCase());
  if (place) {
    // Null in truth where staff named no account.
    const isWithin = place.environment === ctx.environment && (!ctx.account || ctx.account.id === place.account_id);
    if (!isWithin) throw notFound();
    return place;
  }
  if (!/^\d{1,15}$/.test(code)) throw notFound();
  const accountId = ctx.account ? ctx.account.id : await accountOf(ctx, code);
  return { account_id: accountId, order_id: code, parcel: null };
}

/**
 * Finds the order that a scanned code names, over every account for staff who name none: a look into that account, and
 * audited. @throws ApiError NOT_FOUND; 400 for an order id that accounts share
 */
export async function findScanned(
  ctx: AccountContext,
  input: InputOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  const { account_id, order_id, parcel } = await named(ctx, input.code);
  const call = { operation: OPERATION, objectId: order_id, isLook: true };
  const acting = ctx.account ? ctx : await actOn(ctx, account_id, call);
  const row = await findPickPack(acting.db, scopeOf(acting), order_id);
  if (!row) throw notFound();
  return {
    order_id: row.order_id,
    customer_eid: row.account_id,
    customer_name: acting.account.name,
    status: row.status,
    parcel,
  };
}
