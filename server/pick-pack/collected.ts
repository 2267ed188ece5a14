import { hongKongDate } from "@/lib/calendar";
import { PICKPACK_MOVES } from "@/lib/warehouse/pickpack-status";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import type { AnnouncedOrder } from "@/server/effects";
import { reserveAvailable, take } from "@/server/goods";
import { loadOrders, type StoredOrder } from "@/server/orders";
import { recordOrderEvent } from "@/server/webhooks";
import { PICKUP_HOURS } from "./present";
import { announceShort, shortLines, shortStock } from "./short";
import { lockPickPack, updatePickPack } from "./store";

/** The fields of a booked collection at the warehouse; its number is unique because the tracking number in it is. */
export function bookingOf({ tracking_number }: Pick<StoredOrder, "tracking_number">, date: string) {
  return {
    pickup_date: date,
    pickup_session: `${PICKUP_HOURS.from} - ${PICKUP_HOURS.to}`,
    pickup_number: `PU${tracking_number?.slice(2)}`,
  };
}

/**
 * A carrier has the order, so it no longer waits. If the warehouse has not made it ready, it is made ready now, because
 * the goods are gone: reserved stock is taken, unconfirmed items are taken as far as stock allows, since no person can
 * put them back, and what the bench noted as missing is announced. Scans of labels are not required (contract §7.8).
 */
export async function closeCollected(tx: Tx, scope: Scope, { id, at, actor }: AnnouncedOrder): Promise<void> {
  const row = await lockPickPack(tx, scope, id);
  if (!row) return;
  // `updated_at` stays, because the merchant reads it as the time of the warehouse's work.
  if (row.status === "PICKPACK_READY_TO_SHIPMENT")
    return updatePickPack(tx, scope, id, { collected_at: at, updated_at: row.updated_at });
  const isPending = row.status === "PICKPACK_PENDING_CONFIRM";
  if (!isPending && row.status !== "PICKPACK_CONFIRMED") return;
  const [order] = await loadOrders(tx, scope, [id]);
  if (!order) throw new Error(`order ${id} is in the warehouse and nowhere else`);
  if (isPending) await reserveAvailable(tx, scope, order, actor);
  await take(tx, scope, id, await shortStock(tx, scope, id), actor);
  await updatePickPack(tx, scope, id, {
    status: PICKPACK_MOVES.ready.to,
    ...bookingOf(order, hongKongDate(at)),
    collected_at: at,
  });
  await recordOrderEvent(tx, scope, "pickpack.ready", order, { pickpack_status: PICKPACK_MOVES.ready.to });
  await announceShort(tx, scope, order, await shortLines(tx, scope, order), null);
}
