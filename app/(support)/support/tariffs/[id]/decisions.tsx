"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { Button } from "@/components/ui/button";
import type { TariffSheet } from "@/lib/contracts/tariff";
import { formatDate } from "@/lib/format";

/** Approves or withdraws a sheet, after saying what happens. */
export function Decisions({ sheet }: { sheet: TariffSheet }) {
  const t = useTranslations("tariffs.decide");
  const language = useLocale();
  const [asked, setAsked] = useState<"approve" | "withdraw" | null>(null);
  const { id, state, may_approve, may_withdraw } = sheet;
  const day = formatDate(sheet.valid_from, language);

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
        <ConfirmOperation
          operation={asked === "approve" ? "approveTariff" : "withdrawTariff"}
          input={{ id }}
          title={t(asked === "approve" ? "approveTitle" : "withdrawTitle")}
          description={asked === "approve" ? t("approveMeans", { day }) : withdrawn}
          confirmLabel={t(asked)}
          tone={asked === "approve" ? "normal" : "danger"}
          done={asked === "approve" ? t("approved", { day }) : t("withdrawn")}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
