import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import { itemsOf, parcelsOf } from "@/lib/form-parcels";
import { type Loose, object, text } from "@/lib/loose";
import { orderOfRecord, type ShipType } from "@/lib/order-form-values";
import { usePlace } from "../environment";
import { useEarlier } from "./use-earlier";

const FRESH_MS = 60_000;

const MOST = 5;

/**
 * The lines of the last order to the form's recipient, each once and not more than a few, without their quantity, and without a price in another currency
 * than `currency`: those that `isNamed` takes, none until `isAsked`.
 */
export function usePastLines(
  shipType: ShipType,
  { currency, isAsked, isNamed }: { currency: string; isAsked: boolean; isNamed: (line: Loose) => boolean },
): Loose[] {
  const { where } = usePlace();
  const recipient: unknown = useWatch({ name: "recipient" });
  const [last] = useEarlier(shipType, object(recipient)).orders;
  const { data } = useQuery({
    ...queryFor("readOrderByPath", { order_id: last?.order_id ?? "" }, where),
    enabled: isAsked && last !== undefined,
    staleTime: FRESH_MS,
  });
  if (!isAsked || !data) return [];
  const detail = object(orderOfRecord(data).shipment_detail);
  const hasPrice = shipType === "local" || text(detail.currency) === currency;
  const lines = parcelsOf(detail)
    .flatMap(itemsOf)
    .map(({ qty, single_price, ...line }) => (hasPrice && single_price ? { ...line, single_price } : line))
    .filter(isNamed);
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()].slice(0, MOST);
}
