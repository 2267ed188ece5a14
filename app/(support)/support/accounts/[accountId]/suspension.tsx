"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmForm } from "@/components/confirm-form";
import { useContractForm } from "@/components/contract-form";
import { ChoiceField } from "@/components/form-fields";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Facts, Section } from "@/components/ui/section";
import {
  type MerchantAccount,
  SUSPENSION_REASONS,
  type SuspensionReason,
  updateAccount,
} from "@/lib/contracts/account";
import { judgeContract } from "@/lib/judge-body";
import { useAccountChange } from "./use-account";

/** Suspends an account, or says since when and why it is and reopens it. */
export function Suspension({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.suspension");
  const [isAsking, setIsAsking] = useState(false);
  const { suspended, suspended_at: since, suspended_reason: reason, name } = account;
  const change = useAccountChange(account.account_id);
  const showFailure = useFailureToast();
  const onClose = () => setIsAsking(false);
  return (
    <Section
      title={t("title")}
      actions={
        <Button
          variant={suspended ? "secondary" : "danger"}
          disabled={account.visit?.acting !== "Y"}
          onClick={() => setIsAsking(true)}
        >
          {t(suspended ? "reopen" : "suspend")}
        </Button>
      }
    >
      {suspended ? (
        <Facts
          items={[
            ...(since ? [{ name: t("since"), value: <DateTime value={since} /> }] : []),
            { name: t("reason"), value: reason ? t(`reasons.${reason}`) : t("noReason") },
          ]}
        />
      ) : (
        <p className="text-muted">{t("means")}</p>
      )}
      {isAsking && suspended ? (
        <ConfirmDialog
          open
          onOpenChange={setIsAsking}
          title={t("askReopen", { name })}
          description={t("reopenMeans")}
          confirmLabel={t("reopen")}
          onConfirm={() =>
            change({ suspended: false }, t("reopened", { name })).catch((error: unknown) => {
              showFailure(error);
              throw error;
            })
          }
        />
      ) : null}
      {isAsking && !suspended ? <SuspendQuestion account={account} onClose={onClose} /> : null}
    </Section>
  );
}

function SuspendQuestion({ account, onClose }: { account: MerchantAccount; onClose: () => void }) {
  const t = useTranslations("support.suspension");
  const language = useLocale();
  const change = useAccountChange(account.account_id);
  const { name } = account;
  const bodyOf = (reason: string) => ({ suspended: true, suspended_reason: reason as SuspensionReason });
  const state = useContractForm({
    initial: { suspended_reason: "" },
    judge: ({ suspended_reason: reason }) => judgeContract(updateAccount, bodyOf(reason), language),
  });
  return (
    <ConfirmForm
      state={state}
      tone="danger"
      title={t("ask", { name })}
      description={t("askMeans")}
      confirmLabel={t("suspend")}
      onSend={({ suspended_reason: reason }) => change(bodyOf(reason), t("suspended", { name }))}
      onClose={onClose}
    >
      <ChoiceField
        name="suspended_reason"
        title={t("reason")}
        required
        options={SUSPENSION_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
    </ConfirmForm>
  );
}
