import { useState } from "react";
import { useOperation } from "@/components/use-operation";
import type { CallInput } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { emptyParcel, labelsToScan, shortItems } from "@/lib/warehouse/bench-steps";
import { play } from "../../scan-field/sounds";
import { useWarehouse } from "../workspace";
import type { BenchSession } from "./bench-session";
import { rememberPacked } from "./packed-here";

/** The answer to the question that is asked when an order is packed short. */
export type ShortAnswer = Pick<CallInput<"readyPickPack">, "confirm_short" | "cod_amount">;

export type Finishing = {
  /** Makes the order ready if nothing is missing, or says what is. */
  ready: () => Promise<void>;
  /** Makes the order ready. @throws ApiFailure */
  finish: (input: CallInput<"readyPickPack">) => Promise<void>;
  isFinishing: boolean;
  /** Continues to the measures of repacked parcels, after the question if units are missing. */
  repack: () => void;
  /** Sends the order although units are missing, or continues to the measures. @throws ApiFailure */
  sendShort: (answer: ShortAnswer) => Promise<void>;
  /** Takes a ready order back to be packed. @throws what is shown */
  reopenOrder: () => Promise<void>;
};

/** The end of packing: what is asked before the order is ready, and the way back. `tell` shows a failed operation. */
export function useFinishing(
  session: BenchSession,
  bench: Bench,
  openDialog: (dialog: "sendShort" | "repack") => void,
  tell: (error: unknown) => void,
): Finishing {
  const { environment } = useWarehouse();
  const readying = useOperation("readyPickPack");
  const reopening = useOperation("reopenParcel");
  const [isFinishing, setIsFinishing] = useState(false);
  // The answer to the question, for the dialog that follows it.
  const [answer, setAnswer] = useState<{ isRepack: boolean; given: ShortAnswer }>({ isRepack: false, given: {} });
  const { order_id: orderId } = bench;

  async function finish(input: CallInput<"readyPickPack">) {
    setIsFinishing(true);
    try {
      // Repacked parcels have new labels, and a new price.
      await readying.send({ ...answer.given, ...input });
    } finally {
      setIsFinishing(false);
      await session.sync();
    }
    rememberPacked(environment, session.getState().bench);
    play("complete");
  }

  async function ready() {
    if (bench.status !== "PICKPACK_CONFIRMED") return session.problem("notPacking");
    if (bench.warning) return session.problem("unanswered");
    if (!bench.is_complete) return session.problem("notComplete");
    if (emptyParcel(bench) !== null) return session.problem("emptyParcel");
    if (labelsToScan(session.getState().bench).length > 0) return session.problem("labelsLeft");
    if (isFinishing) return;
    if (!(await session.drained())) return session.problem("unsent");
    await ask(bench.is_require_repack === "Y");
  }

  /**
   * Asks what must be known before the order is ready: whether it may be short, then the measures of repacked parcels.
   */
  async function ask(isRepack: boolean) {
    setAnswer({ isRepack, given: {} });
    if (shortItems(bench).length > 0) return openDialog("sendShort");
    if (isRepack) return openDialog("repack");
    await finish({ order_id: orderId }).catch(tell);
  }

  async function sendShort(given: ShortAnswer) {
    if (!answer.isRepack) return finish({ order_id: orderId, ...given });
    setAnswer({ isRepack: true, given });
    openDialog("repack");
  }

  async function reopenOrder() {
    try {
      await reopening.send({ order_id: orderId });
    } catch (error) {
      tell(error);
      throw error;
    } finally {
      await session.sync();
    }
  }

  return { ready, finish, isFinishing, repack: () => void ask(true), sendShort, reopenOrder };
}
