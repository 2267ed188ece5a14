"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { RemarksField, useRemarksForm } from "@/components/warehouse/moves/remarks-field";
import { useWarehouse } from "@/components/warehouse/workspace";
import { queryFor } from "@/lib/api-client";
import type { PickPackRow } from "@/lib/contracts/pickpack";

type Answer = "cancel" | "decline";

/** Shows why the merchant wants an order cancelled, and asks whether the warehouse agrees; a refusal says why. */
export function AnswerDialog({
  row,
  onAnswer,
  onClose,
}: {
  row: PickPackRow;
  onAnswer: (answer: Answer, remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.queue.answer");
  const { environment } = useWarehouse();
  const state = useRemarksForm<{ answer: Answer; remarks: string }>(
    { answer: "cancel", remarks: "" },
    ({ answer }) => answer === "decline",
  );
  const answer: Answer = useWatch({ control: state.form.control, name: "answer" });
  const where = { environment, accountId: row.customer_eid };
  // The list has no room for the remarks; the bench's operation has them.
  const bench = useQuery(queryFor("readBench", { order_id: row.order_id }, where));
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      tone={answer === "cancel" ? "danger" : "normal"}
      title={t("title", { order: row.order_id })}
      description={t("asks", { merchant: row.customer_name })}
      confirmLabel={t(answer)}
      cancelLabel={t("later")}
      onSend={({ answer, remarks }) => onAnswer(answer, remarks.trim())}
    >
      <p className="mb-1 font-semibold">{t("reason")}</p>
      {bench.data ? (
        <blockquote className="mb-4 border-l-2 border-line pl-3 whitespace-pre-line">
          {bench.data.cancel_remarks || <span className="text-muted">{t("noReason")}</span>}
        </blockquote>
      ) : bench.isError ? (
        <p className="mb-4 text-bad">{t("unread")}</p>
      ) : (
        <Skeleton className="mb-4 h-5 w-56" />
      )}
      <FieldGroup label={t("choice")}>
        <RadioGroup<Answer>
          value={answer}
          onValueChange={(value) => state.form.setValue("answer", value)}
          look="cards"
          options={[
            { value: "cancel", label: t("cancel"), description: t("cancelMeans") },
            { value: "decline", label: t("decline"), description: t("declineMeans") },
          ]}
        />
      </FieldGroup>
      <RemarksField
        title={t(answer === "decline" ? "declineRemarks" : "remarks")}
        {...(answer === "decline" ? { hint: t("declineRemarksHint") } : {})}
        isRequired={answer === "decline"}
      />
    </ConfirmForm>
  );
}
