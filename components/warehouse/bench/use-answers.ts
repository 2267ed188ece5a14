import { usePlace } from "@/components/environment";
import { call } from "@/lib/api-client";
import type { RejectType } from "@/lib/pickpack-status";

/**
 * What ends the packing of an order, or lets it continue. A failure is shown and thrown, so that the dialog stays open.
 */
export function useAnswers(
  order_id: string,
  { onDone, onFailure }: { onDone: () => Promise<void>; onFailure: (error: unknown) => void },
) {
  const { where } = usePlace();
  async function attempt(work: Promise<unknown>) {
    try {
      await work;
    } catch (error) {
      onFailure(error);
      await onDone();
      throw error;
    }
    await onDone();
  }
  return {
    reject: (reason: { reject_type: RejectType; reject_reason: string }) =>
      attempt(call("rejectPickPack", { order_id, ...reason }, where)),
    cancel: (remarks: string) => attempt(call("cancelPickPack", { order_id, remarks }, where)),
    decline: (remarks: string) => attempt(call("declineCancel", { order_id, remarks }, where)),
  };
}
