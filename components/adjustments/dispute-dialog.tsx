"use client";

// Loaded late: its schemas, which a page of an order has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { type Adjustment, disputeAdjustment } from "@/lib/contracts/adjustment";
import { formatMoney } from "@/lib/format";
import { judgeContract } from "@/lib/forms/judge-body";
import { MESSAGE_LIMIT } from "@/lib/orders/thread";
import { ConfirmForm } from "../forms/confirm-form";
import { useContractForm } from "../forms/contract-form";
import { AreaField } from "../forms/form-fields";
import { PictureField } from "../threads/picture-field";
import { useOperation } from "../use-operation";

/** A merchant says why an adjustment is wrong, with a picture if there is one. */
export default function DisputeDialog({ row, onClose }: { row: Adjustment; onClose: () => void }) {
  const t = useTranslations("adjustments.dispute");
  const language = useLocale();
  const { send } = useOperation("disputeAdjustment");
  const bodyOf = ({ note, content }: { note: string; content: string }) => ({ note, ...(content ? { content } : {}) });
  const [isReading, setIsReading] = useState(false);
  const state = useContractForm({
    initial: { note: "", content: "" },
    judge: (values) => judgeContract(disputeAdjustment, bodyOf(values), language),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("title", { amount: formatMoney(row.amount) })}
      description={t("about")}
      confirmLabel={t("confirm")}
      confirmDisabled={isReading}
      onSend={async (values, idempotencyKey) => {
        await send({ adjustment_id: row.id, ...bodyOf(values) }, { idempotencyKey, done: t("done") });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <AreaField name="note" title={t("note")} required limit={MESSAGE_LIMIT} />
        <PictureField name="content" title={t("picture")} optional onReading={setIsReading} />
      </div>
    </ConfirmForm>
  );
}
