import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "@/components/environment";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { cancellationIn } from "@/lib/warehouse/pickpack-status";

/** What an action needs to know of an order; rows of the list and full records both have it. */
export type ActionOrder = Pick<
  OrderRow,
  "order_id" | "ship_type" | "order_status" | "shipping_provider" | "quote_price" | "tracking_number"
>;

/** How far the warehouse is with an order; undefined if it never came there, null until that is known. */
export function useInWarehouse({ order_id, order_status }: ActionOrder): PickPackRow | undefined | null {
  const { where, account } = useWorkspace();
  // An order that is not confirmed is not in the warehouse.
  const isAsked = account.pickPack && order_status !== "PENDING_CONFIRM";
  const { data, isPending } = useQuery({
    // The list, because the order's own operation draws documents.
    ...queryFor("listPickPack", { q: order_id }, where),
    enabled: isAsked,
  });
  if (isAsked && isPending) return null;
  // The search finds parts of remarks too.
  return data?.data.find((row) => row.order_id === order_id);
}

/** Whether cancelling is only a request, to which the warehouse has to agree. */
export function isCancelRequest(row: PickPackRow | undefined | null): boolean {
  return row ? cancellationIn(row.status) === "REQUEST" : false;
}
