import { usePlace } from "@/components/environment";
import { call } from "@/lib/api-client";
import { cancelPickPack, rejectPickPack } from "@/lib/contracts/pickpack";
import { declineCancel } from "@/lib/contracts/pickpack-queue";
import type { RejectType } from "@/lib/pickpack-status";

/** What ends the packing of an order, or lets it go on. A failure is told and thrown, so that whoever asks stays. */
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
      attempt(call(rejectPickPack, { order_id, ...reason }, where)),
    cancel: (remarks: string) => attempt(call(cancelPickPack, { order_id, remarks }, where)),
    decline: (remarks: string) => attempt(call(declineCancel, { order_id, remarks }, where)),
  };
}
