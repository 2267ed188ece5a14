"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { RemarksField, useRemarks } from "@/components/warehouse/moves/remarks-field";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { READ_BENCH } from "./operations";

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
  const [answer, setAnswer] = useState<Answer>("cancel");
  const remarks = useRemarks(answer === "decline");
  const where = { environment, accountId: row.customer_eid };
  // The list has no room for it; the bench's reading does.
  const bench = useQuery(lazyQueryFor(READ_BENCH, { order_id: row.order_id }, where));
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone={answer === "cancel" ? "danger" : "normal"}
      title={t("title", { order: row.order_id })}
      description={t("asks", { merchant: row.customer_name })}
      confirmLabel={t(answer)}
      cancelLabel={t("later")}
      onConfirm={async () => onAnswer(answer, remarks.judged())}
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
          onValueChange={setAnswer}
          look="cards"
          options={[
            { value: "cancel", label: t("cancel"), description: t("cancelMeans") },
            { value: "decline", label: t("decline"), description: t("declineMeans") },
          ]}
        />
      </FieldGroup>
      <RemarksField
        label={t(answer === "decline" ? "declineRemarks" : "remarks")}
        {...(answer === "decline" ? { hint: t("declineRemarksHint") } : {})}
        remarks={remarks}
      />
    </ConfirmDialog>
  );
}
