import { Money } from "@/components/ui/money";
import type { OrderStatus } from "@/lib/order-status";

type Priced = { order_status: OrderStatus; quote_price: string };

/** What an order costs: one that was cancelled nothing, whatever it was to cost. */
export function OrderPrice({ order: { order_status, quote_price } }: { order: Priced }) {
  return <Money amount={order_status === "CANCELLED" ? "0.00" : quote_price} />;
}
