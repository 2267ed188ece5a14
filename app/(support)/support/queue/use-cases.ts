"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/place";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call, keyOf } from "@/lib/api-client";
import type { CloseReason } from "@/lib/cases";
import type { CasesChanged } from "@/lib/contracts/case";

/** Claims, releases and closes cases; what others have claimed is named. Each says whether anything was done. */
export function useCaseChanges() {
  const t = useTranslations("support.queue.done");
  const { where } = useSupport();
  const client = useQueryClient();
  const showFailure = useFailureToast();

  async function run(change: () => Promise<CasesChanged>, done: "claimed" | "released" | "closed") {
    try {
      const result = await change();
      if (result.done.length > 0) toast.success(t(done, { count: result.done.length }));
      if (result.taken[0]) toast.error(t("taken", { count: result.taken.length, name: result.taken[0].claimed_by }));
      return result.done.length > 0;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      await refresh();
    }
  }
  const refresh = () =>
    Promise.all(
      (["listCases", "countCases", "readCase"] as const).map((id) =>
        client.invalidateQueries({ queryKey: keyOf(id, where) }),
      ),
    );

  return {
    refresh,
    claim: (ids: string[]) => run(() => call("claimCases", { ids }, where), "claimed"),
    release: (ids: string[]) => run(() => call("releaseCases", { ids }, where), "released"),
    close: (ids: string[], closed_as: CloseReason, note: string) =>
      run(() => call("closeCases", { ids, closed_as, ...(note.trim() ? { note } : {}) }, where), "closed"),
  };
}
