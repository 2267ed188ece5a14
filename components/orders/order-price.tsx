import { Money } from "@/components/ui/money";
import type { OrderStatus } from "@/lib/orders/status";

type Priced = { order_status: OrderStatus; quote_price: string };

/** The price of an order in a list, crossed out once it is cancelled and costs nothing. */
export function OrderPrice({ order: { order_status, quote_price } }: { order: Priced }) {
  const price = <Money amount={quote_price} />;
  return order_status === "CANCELLED" ? <s className="font-normal text-muted">{price}</s> : price;
}
