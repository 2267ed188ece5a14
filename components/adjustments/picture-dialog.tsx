"use client";

// Loaded late: its schemas, which a page of an order has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { type Adjustment, addAdjustmentPicture } from "@/lib/contracts/adjustment";
import { judgeContract } from "@/lib/forms/judge-body";
import { ConfirmForm } from "../forms/confirm-form";
import { useContractForm } from "../forms/contract-form";
import { PictureField } from "../threads/picture-field";
import { useOperation } from "../use-operation";

/** Support adds a picture that proves an adjustment. */
export default function PictureDialog({ row, onClose }: { row: Adjustment; onClose: () => void }) {
  const t = useTranslations("adjustments");
  const language = useLocale();
  const { send } = useOperation("addAdjustmentPicture");
  const [isReading, setIsReading] = useState(false);
  const state = useContractForm({
    initial: { content: "" },
    judge: (values) => judgeContract(addAdjustmentPicture, values, language),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("addPicture")}
      description={t("pictureAbout")}
      confirmLabel={t("add")}
      confirmDisabled={isReading}
      onSend={async (values, idempotencyKey) => {
        await send({ adjustment_id: row.id, ...values }, { idempotencyKey, done: t("pictureAdded") });
      }}
      onClose={onClose}
    >
      <PictureField name="content" title={t("proof")} required onReading={setIsReading} />
    </ConfirmForm>
  );
}
