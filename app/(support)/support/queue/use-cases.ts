"use client";

import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import type { CloseReason } from "@/lib/cases";
import type { CasesChanged } from "@/lib/contracts/case";

/** Claims, releases and closes cases; what others have claimed is named. Each says whether anything was done. */
export function useCaseChanges() {
  const t = useTranslations("support.queue.done");
  const claiming = useOperation("claimCases");
  const releasing = useOperation("releaseCases");
  const closing = useOperation("closeCases");
  const say = (what: "claimed" | "released" | "closed") => ({
    onDone({ done, taken }: CasesChanged) {
      if (done.length > 0) toast.success(t(what, { count: done.length }));
      if (taken[0]) toast.error(t("taken", { count: taken.length, name: taken[0].claimed_by }));
    },
  });
  const isDone = (result: CasesChanged | undefined) => (result?.done.length ?? 0) > 0;
  return {
    claim: (ids: string[]) => claiming.attempt({ ids }, say("claimed")).then(isDone),
    release: (ids: string[]) => releasing.attempt({ ids }, say("released")).then(isDone),
    close: (ids: string[], closed_as: CloseReason, note: string) =>
      closing.attempt({ ids, closed_as, ...(note.trim() ? { note } : {}) }, say("closed")).then(isDone),
  };
}
