"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/place";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call, keyOf } from "@/lib/api-client";
import type { TariffSheet } from "@/lib/contracts/tariff";
import { formatDate } from "@/lib/format";

/** Approves or withdraws a sheet, after saying what happens. */
export function Decisions({ sheet }: { sheet: TariffSheet }) {
  const t = useTranslations("tariffs.decide");
  const { where } = useSupport();
  const language = useLocale();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [asked, setAsked] = useState<"approve" | "withdraw" | null>(null);
  const { id, state, may_approve, may_withdraw } = sheet;
  const day = formatDate(sheet.valid_from, language);

  async function decide() {
    try {
      await call(asked === "approve" ? "approveTariff" : "withdrawTariff", { id }, where);
      toast.success(asked === "approve" ? t("approved", { day }) : t("withdrawn"));
    } catch (error) {
      showFailure(error);
      throw error;
    } finally {
      await client.invalidateQueries({ queryKey: keyOf("readTariff", where) });
    }
  }
  const withdrawn = state === "PROPOSED" ? t("withdrawWaiting") : t("withdrawApproved", { day });
  return (
    <>
      {may_withdraw ? <Button onClick={() => setAsked("withdraw")}>{t("withdraw")}</Button> : null}
      {may_approve ? (
        <Button variant="primary" onClick={() => setAsked("approve")}>
          {t("approve")}
        </Button>
      ) : null}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          title={t(asked === "approve" ? "approveTitle" : "withdrawTitle")}
          description={asked === "approve" ? t("approveMeans", { day }) : withdrawn}
          confirmLabel={t(asked)}
          tone={asked === "approve" ? "normal" : "danger"}
          onConfirm={decide}
        />
      ) : null}
    </>
  );
}
