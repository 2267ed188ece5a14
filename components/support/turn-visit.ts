import { useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { call, type Where } from "@/lib/api-client";

/** Begins or ends acting in support's visit of a merchant (contract §8.22); `onTurned` shows it. */
export function useTurnVisit(
  where: Where,
  isActing: boolean,
  onTurned: () => unknown,
): { turn: () => Promise<void>; isTurning: boolean } {
  const showFailure = useFailureToast();
  const [isTurning, setIsTurning] = useState(false);
  async function turn() {
    setIsTurning(true);
    try {
      await call("changeVisit", { acting: isActing ? "N" : "Y" }, where);
      await onTurned();
    } catch (error) {
      showFailure(error);
    }
    setIsTurning(false);
  }
  return { turn, isTurning };
}
