import { formatMoney } from "@/lib/format";
import type { OrderStatus } from "@/lib/orders/status";

type Priced = { order_status: OrderStatus; quote_price: string };

/**
 * The price of an order in a list, crossed out once it is cancelled and costs nothing. The column around it has figures of
 * one width: a row that said so itself would weigh more than the price.
 */
export function OrderPrice({ order: { order_status, quote_price } }: { order: Priced }) {
  const price = formatMoney(quote_price);
  return order_status === "CANCELLED" ? <s className="font-normal text-muted">{price}</s> : price;
}
