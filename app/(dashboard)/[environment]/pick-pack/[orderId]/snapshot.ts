import type { Where } from "@/lib/api-client";
import { call, queryFor } from "@/lib/api-client";
import type { PickPackOrder } from "@/lib/contracts/pickpack";

type Parcel = PickPackOrder["shipment_detail"]["parcel_list"][number];
type Pickup = Exclude<PickPackOrder["pickup_detail"], unknown[]>;

/** A pick-and-pack order as it was read, without its documents. */
export type PickPackSnapshot = Omit<PickPackOrder, "related_documents" | "shipment_detail" | "pickup_detail"> & {
  parcels: Omit<Parcel, "related_documents">[];
  pickup: Omit<Pickup, "related_documents"> | null;
  age_minutes: number;
};

/**
 * What a page shows of the order. The documents would make it ten times as large; they are fetched when they are saved.
 */
export function snapshotOf(order: PickPackOrder, now: Date): PickPackSnapshot {
  const { related_documents: _label, shipment_detail, pickup_detail, ...rest } = order;
  const requested = new Date(`${order.request_datetime.replace(" ", "T")}+08:00`);
  return {
    ...rest,
    parcels: shipment_detail.parcel_list.map(({ related_documents: _mark, ...parcel }) => parcel),
    pickup: pickupOf(pickup_detail),
    age_minutes: Math.max(0, Math.floor((now.getTime() - requested.getTime()) / 60_000)),
  };
}

function pickupOf(detail: PickPackOrder["pickup_detail"]): PickPackSnapshot["pickup"] {
  if (Array.isArray(detail)) return null;
  const { related_documents: _document, ...pickup } = detail;
  return pickup;
}

/** Reads the snapshot, under the operation's own key, so that a change invalidates both. */
export function snapshotQuery(orderId: string, where: Where) {
  const { queryKey } = queryFor("readPickPackByPath", { order_id: orderId }, where);
  return {
    queryKey: [...queryKey, "snapshot"],
    queryFn: async ({ signal }: { signal?: AbortSignal }) => {
      const { order } = await call("readPickPackByPath", { order_id: orderId }, { ...where, signal });
      return snapshotOf(order, new Date());
    },
  };
}
