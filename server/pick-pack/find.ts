import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { findPickPack as contract } from "@/lib/contracts/pickpack-queue";
import { notFound } from "@/lib/errors";
import { actOn } from "@/server/accounts";
import { type Context, scopeOf } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { accountOf } from "./named-order";
import { findPickPack } from "./store";

const OPERATION: (typeof contract)["id"] = "findPickPack";

type ParcelRef = { account_id: string; order_id: string; parcel: number | null };

/** The parcel with a tracking number, which is unique across accounts and environments. */
async function findParcel(db: Db, trackingNumber: string): Promise<(ParcelRef & { environment: string }) | undefined> {
  const { rows } = await sql<ParcelRef & { environment: string }>`
    select account_id, environment, id as order_id, 1 as parcel from orders where tracking_number = ${trackingNumber}
    union all
    select account_id, environment, order_id, position from order_parcels
    where tracking_number = ${trackingNumber} and position > 1`.execute(db);
  return rows[0];
}

/**
 * The order that a code names, if the caller may see it. @throws ApiError NOT_FOUND; 400 for an id that several
 * accounts have
 */
async function findNamed(ctx: Context, code: string): Promise<ParcelRef> {
  const place = await findParcel(ctx.db, code);
  if (place) {
    const isWithin = place.environment === ctx.environment && (!ctx.account || ctx.account.id === place.account_id);
    if (!isWithin) throw notFound();
    return place;
  }
  if (!/^\d{1,15}$/.test(code)) throw notFound();
  const accountId = ctx.account ? ctx.account.id : await accountOf(ctx, code);
  return { account_id: accountId, order_id: code, parcel: null };
}

/**
 * Finds the order that a scanned code names, across all accounts for staff who name none; this is audited as reading
 * that account. @throws ApiError NOT_FOUND; 400 for an order id that several accounts have
 */
export async function findScanned(ctx: Context, input: InputOf<typeof contract>): Promise<DataOf<typeof contract>> {
  const { account_id, order_id, parcel } = await findNamed(ctx, input.code);
  const call = { operation: OPERATION, objectId: order_id, isRead: true };
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
