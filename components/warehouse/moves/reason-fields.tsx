"use client";

import { useTranslations } from "next-intl";
import { useFormField } from "@/components/forms/form-fields";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ShortReason } from "@/lib/warehouse/pickpack-status";
import { RemarksField } from "./remarks-field";

/** Any reason other than the stock needs remarks. */
export const needsRemarks = ({ type }: { type: ShortReason }) => type === "OTHERS";

/** The fields for the reason and its remarks. */
export function ReasonFields<T extends ShortReason>({ types }: { types: readonly T[] }) {
  const t = useTranslations("warehouse.moves.reason");
  const tShortReasons = useTranslations("pickPack.shortReasons");
  const type = useFormField<T>("type");
  return (
    <>
      <FieldGroup label={t("type")}>
        <RadioGroup<T>
          look="cards"
          value={type.raw}
          onValueChange={type.change}
          options={types.map((value) => ({ value, label: tShortReasons(value as ShortReason) }))}
        />
      </FieldGroup>
      <RemarksField title={t("remarks")} hint={t("hint")} isRequired={needsRemarks({ type: type.raw })} />
    </>
  );
}
