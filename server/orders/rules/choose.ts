import { hongKongDate } from "@/lib/calendar";
import { decimal } from "@/lib/decimal";
import type { Choice } from "@/lib/orders/rule-fields";
import { type Catalogue, type Consignment, isSuspendedAt, priceConsignment } from "@/server/carriers";

/**
 * The code of the cheapest, or the fastest, of the services that take a consignment today; null: none does. Of equally
 * cheap ones the fastest, of equally fast ones the cheapest.
 */
export function chosenService(carriers: Catalogue, consignment: Consignment, choose: Choice): string | null {
  const now = new Date();
  const today = hongKongDate(now);
  const isToPoint = consignment.deliveryCode !== null;
  const offers = [...carriers.providers.values()].flatMap(({ code, active, shipType, supportsPickupPoint }) => {
    // Without a pickup point, a service to one cannot deliver: forms do not offer it either.
    if (supportsPickupPoint && !isToPoint) return [];
    if (!active || shipType !== consignment.shipType || isSuspendedAt(carriers.suspensions.get(code), now)) return [];
    const priced = priceConsignment(carriers, code, consignment, today);
    return priced.ok ? [{ code, price: decimal(priced.price), days: priced.maxDays }] : [];
  });
  offers.sort((one, other) => {
    const [price, days] = [one.price.cmp(other.price), one.days - other.days];
    return choose === "cheapest" ? price || days : days || price;
  });
  return offers[0]?.code ?? null;
}
