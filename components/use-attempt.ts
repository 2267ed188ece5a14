import { useState } from "react";
import { useFailureToast } from "./ui/failure-toast";

/** Does something that may fail, one notice for a failure; `isBusy` while it runs. */
export function useAttempt(failure?: Parameters<typeof useFailureToast>[0]): {
  isBusy: boolean;
  attempt: (work: () => Promise<void>) => Promise<void>;
} {
  const showFailure = useFailureToast(failure);
  const [isBusy, setIsBusy] = useState(false);
  async function attempt(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, attempt };
}
