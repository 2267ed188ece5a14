import { addDays, weekday } from "../calendar";

/** What a merchant can ask for when the courier could not deliver (contract §37.1). */
export const DELIVERY_INSTRUCTIONS = ["REDELIVER", "ADDRESS", "PICKUP_POINT", "RETURN", "SOLVED"] as const;
export type DeliveryInstruction = (typeof DELIVERY_INSTRUCTIONS)[number];

/** How far ahead another delivery can be asked for: carriers hold a parcel no longer. */
export const REDELIVER_DAYS = 14;

/** The hours of a day between which another delivery can be asked for, in Hong Kong. */
export const DELIVERY_HOURS = ["09:00-13:00", "13:00-18:00", "18:00-21:00"] as const;

/** Those hours as they are written: `09:00–13:00`. */
export function hoursLabel(hours: string): string {
  return hours.replace("-", "–");
}

/** The day after `today` on which couriers deliver: not a Sunday. Both are days in Hong Kong. */
export function nextDeliveryDay(today: string): string {
  const tomorrow = addDays(today, 1);
  return weekday(tomorrow) === 7 ? addDays(tomorrow, 1) : tomorrow;
}

/** What most often helps, by what the courier reported (`sub_status`). */
export function likeliestInstruction(subStatus: string | null): DeliveryInstruction {
  if (subStatus === "bad_address") return "ADDRESS";
  return subStatus === "refused" ? "RETURN" : "REDELIVER";
}

/** What can be asked for an order of this kind: only local parcels can be brought to a pickup point instead. */
export function deliveryInstructionsFor(shipType: "intl" | "local"): DeliveryInstruction[] {
  return DELIVERY_INSTRUCTIONS.filter((instruction) => instruction !== "PICKUP_POINT" || shipType === "local");
}
