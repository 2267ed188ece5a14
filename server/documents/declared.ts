import { type Decimal, decimal, money, plain } from "@/lib/decimal";
import { formatAmount } from "@/lib/format";
import type { StoredOrder } from "@/server/orders";

type Item = StoredOrder["parcels"][number]["items"][number];

/** The currency of declared values; Hong Kong dollars when none is given. */
export function currencyOf(order: StoredOrder): string {
  return order.shipment.currency ?? "HKD";
}

/** The declared value of all units of an item, in whole cents, so that printed lines add up to the printed total. */
export function itemValue(item: Item): Decimal {
  return decimal(money(decimal(item.unit_value).times(item.qty)));
}

/** The declared value of an order. */
export function declaredValue(order: StoredOrder): Decimal {
  return order.parcels.flatMap(({ items }) => items).reduce((sum, item) => sum.plus(itemValue(item)), decimal(0));
}

/** The exact value of one unit: `0.125` stays, `1234.5` → `1,234.50`, in yen `1234` → `1,234`. */
export function unitMoney(amount: string, currency: string): string {
  return formatAmount(plain(amount), currency);
}

/** `1234.5` → `1,234.50`; in yen `1234` → `1,234`. */
export function groupedMoney(amount: string | Decimal, currency = "HKD"): string {
  return formatAmount(money(amount), currency);
}
