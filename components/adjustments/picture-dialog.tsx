"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client";
import { addAdjustmentPicture } from "@/lib/contracts/adjustment";
import { judgeContract } from "@/lib/judge-body";
import { ConfirmForm } from "../confirm-form";
import { useContractForm } from "../contract-form";
import { usePlace } from "../environment";
import { PictureField } from "../threads/picture-field";
import type { AdjustmentDialogProps } from "./price-changes";
import { useAdjustmentsChanged } from "./use-adjustments-changed";

/** Support adds a picture that proves an adjustment. */
export default function PictureDialog({ row, onClose }: AdjustmentDialogProps) {
  const t = useTranslations("adjustments");
  const language = useLocale();
  const { where } = usePlace();
  const changed = useAdjustmentsChanged();
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
        await call("addAdjustmentPicture", { adjustment_id: row.id, ...values }, { ...where, idempotencyKey });
        await changed(t("pictureAdded"));
      }}
      onClose={onClose}
    >
      <PictureField name="content" title={t("proof")} required onReading={setIsReading} />
    </ConfirmForm>
  );
}
