import { useQuery } from "@tanstack/react-query";
import { usePlace } from "@/components/environment";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { cancellationIn } from "@/lib/pickpack-status";
import { LIST_PICK_PACK } from "../pick-pack/operations";
import type { ActionOrder } from "./order-actions";

/** How far the warehouse is with an order; undefined where it never came there, null as long as that is not known. */
export function useInWarehouse({ order_id, order_status }: ActionOrder): PickPackRow | undefined | null {
  const { where, account } = usePlace();
  // What is not confirmed yet is nowhere else.
  const isAsked = account.pickPack && order_status !== "PENDING_CONFIRM";
  const { data, isPending } = useQuery({
    // The list and not the order's own operation: that one draws documents.
    ...lazyQueryFor(LIST_PICK_PACK, { q: order_id }, where),
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
