/** What a merchant can ask for when the courier could not deliver (contract §37.1). */
export const WAYS_OUT = ["REDELIVER", "ADDRESS", "PICKUP_POINT", "RETURN", "SOLVED"] as const;
export type WayOut = (typeof WAYS_OUT)[number];

/** How far ahead another delivery can be asked for: carriers hold a parcel no longer. */
export const REDELIVER_DAYS = 14;

/** The ways out of an order of this kind: only local parcels can be brought to a pickup point instead. */
export function waysOutOf(shipType: "intl" | "local"): WayOut[] {
  return WAYS_OUT.filter((way) => way !== "PICKUP_POINT" || shipType === "local");
}
