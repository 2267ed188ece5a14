import { useWhere } from "@/components/where";
import { type CallInput, call } from "@/lib/api-client";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import { useFailureToast } from "../ui/failure-toast";
import { useOperation } from "../use-operation";

/** Makes a sender the one with which orders of a kind begin (`/defaults`), and says so, or why it failed. */
export function useMakeDefault(): (shipType: ShipType, sender: Loose, done?: string) => Promise<void> {
  const where = useWhere();
  const { attempt } = useOperation("saveDefaults");
  const showFailure = useFailureToast();
  return async (shipType, sender, done) => {
    const defaults = await call("readDefaults", {}, where).catch(showFailure);
    if (!defaults) return;
    const { paper, ...all } = defaults;
    // With the revision that was read, it takes back nothing that another person saves now.
    const body = { ...all, ...(paper && { paper }), [shipType]: { ...all[shipType], sender } };
    await attempt(body as CallInput<"saveDefaults">, { ...(done && { done }) });
  };
}
