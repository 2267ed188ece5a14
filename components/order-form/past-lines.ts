import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import { type Loose, object, text } from "@/lib/loose";
import { itemsOf, parcelsOf } from "@/lib/orders/form-parcels";
import { orderOfRecord, type ShipType } from "@/lib/orders/form-values";
import { useWorkspace } from "../environment";
import { useEarlier } from "../orders/use-earlier";

const FRESH_MS = 60_000;

/**
 * The lines of an order as they can be filled in again, each once: without their quantity, and without a price that is
 * not in `currency`.
 */
function repeatedLines(order: OrderRecord, currency: string): Loose[] {
  const detail = object(orderOfRecord(order).shipment_detail);
  const hasPrice = order.ship_type === "local" || text(detail.currency) === currency;
  const lines = parcelsOf(detail)
    .flatMap(itemsOf)
    .map(({ qty, single_price, ...line }) => (hasPrice && single_price ? { ...line, single_price } : line));
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

/** The lines of the last order to the form's recipient that fit this `currency`; they are read once `isAsked`. */
export function usePastLines(
  shipType: ShipType,
  { currency, isAsked }: { currency: string; isAsked: boolean },
): { lines: Loose[]; isPending: boolean } {
  const { where } = useWorkspace();
  const recipient: unknown = useWatch({ name: "recipient" });
  const earlier = useEarlier(shipType, object(recipient));
  const [last] = earlier.orders;
  const { data, isLoading } = useQuery({
    ...queryFor("readOrderByPath", { order_id: last?.order_id ?? "" }, where),
    enabled: isAsked && last !== undefined,
    staleTime: FRESH_MS,
  });
  return {
    lines: isAsked && last && data ? repeatedLines(data, currency) : [],
    isPending: earlier.isPending || isLoading,
  };
}
