import { type Decimal, decimal, money } from "@/lib/decimal";
import type { StoredOrder } from "@/server/orders";

type Item = StoredOrder["parcels"][number]["items"][number];

/** The currency of declared values; Hong Kong dollars when none is given (design, domain facts). */
export function currencyOf(order: StoredOrder): string {
  return order.shipment.currency ?? "HKD";
}

/** What all units of an item are declared to be worth. */
export function itemValue(item: Item): Decimal {
  return decimal(item.unit_value).times(item.qty);
}

/** What an order is declared to be worth. */
export function declaredValue(order: StoredOrder): Decimal {
  return order.parcels.flatMap(({ items }) => items).reduce((sum, item) => sum.plus(itemValue(item)), decimal(0));
}

/** `1234.5` → `1,234.50`. */
export function groupedMoney(amount: string | Decimal): string {
  return money(amount).replace(/\B(?=(\d{3})+\.)/g, ",");
}
