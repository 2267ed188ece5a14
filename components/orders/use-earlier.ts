import { useQuery } from "@tanstack/react-query";
import { digitsOf } from "@/lib/addresses/phone";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { type Loose, text } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { OrderStatus } from "@/lib/orders/status";
import { useWorkspace } from "../environment";
import { useLater } from "../ui/use-later";

const PAUSE_MS = 200;
const SEARCHED = "20";
/** A telephone number that is long enough to know a person by. */
const KNOWN_BY = 6;

const NOT_SENT: readonly OrderStatus[] = ["DRAFT", "PENDING_CONFIRM", "CANCELLED"];

/** Earlier orders of this kind to the same person, the newest first; `more`: there may be others. */
export function useEarlier(
  shipType: ShipType,
  recipient: Loose,
): { orders: readonly OrderRow[]; more: boolean; isPending: boolean } {
  const { where } = useWorkspace();
  const [name, mobile] = [text(recipient.name).trim(), digitsOf(text(recipient.mobile))];
  // While a number is typed no search runs, and the person found for the number before is not shown.
  const asked = useLater(mobile, PAUSE_MS);
  const { data, isLoading } = useQuery({
    // With a space it is no beginning of an order's number (contract §5.5).
    ...queryFor(
      "listOrders",
      { q: `${asked.slice(0, 4)} ${asked.slice(4)}`, ship_type: shipType, limit: SEARCHED },
      where,
    ),
    enabled: name !== "" && asked === mobile && mobile.length >= KNOWN_BY,
    staleTime: 60_000,
  });
  const found = asked === mobile ? data?.data : undefined;
  const same = (found ?? []).filter(
    ({ recipient_name, order_status }) =>
      recipient_name.trim().toLowerCase() === name.toLowerCase() && !NOT_SENT.includes(order_status),
  );
  return {
    orders: same,
    more: (data?.pagination.total ?? 0) > Number(SEARCHED),
    isPending: isLoading,
  };
}
