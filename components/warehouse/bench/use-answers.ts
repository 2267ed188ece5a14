import { useOperation } from "@/components/use-operation";
import type { RejectType } from "@/lib/warehouse/pickpack-status";

/**
 * What ends the packing of an order, or lets it continue. A failure is shown and thrown, so that the dialog stays open.
 */
export function useAnswers(
  order_id: string,
  { onDone, onFailure }: { onDone: () => Promise<void>; onFailure: (error: unknown) => void },
) {
  const rejecting = useOperation("rejectPickPack");
  const cancelling = useOperation("cancelPickPack");
  const declining = useOperation("declineCancel");
  async function waitForAnswer(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      onFailure(error);
      throw error;
    } finally {
      await onDone();
    }
  }
  return {
    reject: (reason: { reject_type: RejectType; reject_reason: string }) =>
      waitForAnswer(rejecting.send({ order_id, ...reason })),
    cancel: (remarks: string) => waitForAnswer(cancelling.send({ order_id, remarks })),
    decline: (remarks: string) => waitForAnswer(declining.send({ order_id, remarks })),
  };
}
