"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { ChoiceField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import {
  type MerchantAccount,
  SUSPENSION_REASONS,
  type SuspensionReason,
  updateAccount,
} from "@/lib/contracts/account";
import { judgeContract } from "@/lib/forms/judge-body";

/** Suspends an account, or says since when and why it is and reopens it. */
export function Suspension({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.suspension");
  const [isAsking, setIsAsking] = useState(false);
  const { suspended, suspended_at: since, suspended_reason: reason, name } = account;
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
        <ConfirmOperation
          operation="updateAccount"
          input={{ account_id: account.account_id, suspended: false }}
          title={t("askReopen", { name })}
          description={t("reopenMeans")}
          confirmLabel={t("reopen")}
          done={t("reopened", { name })}
          onClose={onClose}
        />
      ) : null}
      {isAsking && !suspended ? <SuspendQuestion account={account} onClose={onClose} /> : null}
    </Section>
  );
}

function SuspendQuestion({ account, onClose }: { account: MerchantAccount; onClose: () => void }) {
  const t = useTranslations("support.suspension");
  const language = useLocale();
  const { send } = useOperation("updateAccount");
  const { name, account_id } = account;
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
      onSend={async ({ suspended_reason: reason }) => {
        await send({ account_id, ...bodyOf(reason) }, { done: t("suspended", { name }) });
      }}
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
