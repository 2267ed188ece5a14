import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "@/components/environment";
import { queryFor } from "@/lib/api-client";
import type { Message } from "@/lib/contracts/thread";
import { THREAD_LIMIT } from "@/lib/orders/thread";

/** What the merchant last said should happen to a parcel that could not be delivered; undefined while it is not known. */
export function useInstructed(orderId: string): Message | null | undefined {
  const { where } = useWorkspace();
  const read = useQuery(queryFor("listMessages", { order_id: orderId, limit: THREAD_LIMIT }, where));
  return read.data && (read.data.data.find(({ instruction }) => instruction) ?? null);
}
