"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { REJECT_TYPES, type RejectType } from "@/lib/pickpack-status";
import { RemarksField, useRemarks } from "./remarks-field";

/** Why goods are missing or an order is rejected; another reason than the stock needs words. */
export function useReason(first: RejectType = "OUT_OF_STOCK") {
  const [type, setType] = useState<RejectType>(first);
  const remarks = useRemarks(type === "OTHERS");
  return { type, setType, remarks };
}

/** Where the reason is chosen and told. */
export function ReasonFields({ type, setType, remarks }: ReturnType<typeof useReason>) {
  const t = useTranslations("warehouse.moves.reason");
  const types = useTranslations("pickPack.rejectTypes");
  return (
    <>
      <FieldGroup label={t("type")}>
        <RadioGroup<RejectType>
          look="cards"
          value={type}
          onValueChange={setType}
          options={REJECT_TYPES.map((value) => ({ value, label: types(value) }))}
        />
      </FieldGroup>
      <RemarksField label={t("remarks")} hint={t("hint")} remarks={remarks} />
    </>
  );
}
