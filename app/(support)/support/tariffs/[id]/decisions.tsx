"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/place";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { useChange } from "@/components/use-change";
import { call } from "@/lib/api-client";
import type { TariffSheet } from "@/lib/contracts/tariff";
import { formatDate } from "@/lib/format";

const LISTS = ["readTariff"] as const;

/** Approves or withdraws a sheet, after saying what happens. */
export function Decisions({ sheet }: { sheet: TariffSheet }) {
  const t = useTranslations("tariffs.decide");
  const { where } = useSupport();
  const language = useLocale();
  const change = useChange(where, LISTS);
  const [asked, setAsked] = useState<"approve" | "withdraw" | null>(null);
  const { id, state, may_approve, may_withdraw } = sheet;
  const day = formatDate(sheet.valid_from, language);

  const decide = () =>
    change(
      () => call(asked === "approve" ? "approveTariff" : "withdrawTariff", { id }, where),
      asked === "approve" ? t("approved", { day }) : t("withdrawn"),
    );
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
