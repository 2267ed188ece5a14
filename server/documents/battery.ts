import type { StoredOrder } from "@/server/orders";

type Parcel = StoredOrder["parcels"][number];

// UN number and packing instruction of each kind of lithium battery.
const TYPES: Record<string, string> = {
  "chargeable inside": "UN3481_PI967",
  "chargeable outside": "UN3481_PI966",
  "nonchargeable inside": "UN3091_PI970",
  "nonchargeable outside": "UN3091_PI969",
};
/** Batteries inside their equipment need no mark up to this many units per parcel and this many parcels. */
const FREE_UNITS = 2;
const FREE_PARCELS = 2;

/** The kinds of battery in a parcel, sorted. */
export function batteryTypes({ items }: Pick<Parcel, "items">): string[] {
  const types = items.flatMap(({ battery_type, battery_location }) => {
    const type = TYPES[`${battery_type} ${battery_location}`];
    return type ? [type] : [];
  });
  return [...new Set(types)].sort();
}

/** The marks that a parcel needs, sorted; empty when its batteries need none. */
export function batteryMarks(order: StoredOrder, parcel: Pick<Parcel, "items">): string[] {
  const isOutside = parcel.items.some(({ battery_location }) => battery_location === "outside");
  const units = parcel.items.reduce(
    (sum, item) => sum + (item.battery_location === "inside" ? Number(item.qty) : 0),
    0,
  );
  const isFree = !isOutside && units <= FREE_UNITS && order.parcels.length <= FREE_PARCELS;
  return isFree ? [] : batteryTypes(parcel);
}
