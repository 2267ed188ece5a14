import { hongKongDate } from "@/lib/calendar";
import { PICKPACK_MOVES } from "@/lib/pickpack-status";
import type { Scope, Tx } from "@/server/context";
import type { AnnouncedOrder } from "@/server/effects";
import { loadOrders, type StoredOrder } from "@/server/orders";
import { packedUnits } from "./bench-progress";
import { PICKUP_HOURS } from "./present";
import { reserveAvailable, take } from "./stock";
import { lockPickPack, updatePickPack } from "./store";

/** What a booked collection at the warehouse is written as; its number is as unique as the tracking number in it. */
export function bookingOf({ tracking_number }: Pick<StoredOrder, "tracking_number">, date: string) {
  return {
    pickup_date: date,
    pickup_session: `${PICKUP_HOURS.from} - ${PICKUP_HOURS.to}`,
    pickup_number: `PU${tracking_number?.slice(2)}`,
  };
}

/**
 * A carrier has an order that the warehouse has not made ready: it is, since the goods are gone. What was reserved is
 * taken; what was never confirmed is taken where the stock has it, for nobody can put it back.
 */
export async function closeCollected(tx: Tx, scope: Scope, { id, at, actor }: AnnouncedOrder): Promise<void> {
  const row = await lockPickPack(tx, scope, id);
  const isPending = row?.status === "PICKPACK_PENDING_CONFIRM";
  if (!row || !(isPending || row.status === "PICKPACK_CONFIRMED")) return;
  const [order] = await loadOrders(tx, scope, [id]);
  if (!order) throw new Error(`order ${id} is in the warehouse and nowhere else`);
  if (isPending) await reserveAvailable(tx, scope, order, actor);
  const { missing } = await packedUnits(tx, scope, row, order);
  await take(tx, scope, id, missing, actor);
  await updatePickPack(tx, scope, id, { status: PICKPACK_MOVES.ready.to, ...bookingOf(order, hongKongDate(at)) });
}
