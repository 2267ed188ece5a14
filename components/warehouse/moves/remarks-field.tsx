"use client";

import { useTranslations } from "next-intl";
import { useContractForm } from "@/components/forms/contract-form";
import { AreaField } from "@/components/forms/form-fields";
import type { FieldProblems } from "@/lib/forms/form-verdict";

const LIMIT = 500;

/** A form with remarks, which may be required. `more`: what else can be wrong. */
export function useRemarksForm<Values extends { remarks: string }>(
  initial: Values,
  isRequired: (values: Values) => boolean,
  more: (values: Values) => FieldProblems = () => [],
) {
  const t = useTranslations("warehouse.moves.remarks");
  return useContractForm<Values>({
    initial,
    judge(values) {
      const text = values.remarks.trim();
      const isTooLong = [...text].length > LIMIT;
      const message = isRequired(values) && !text ? t("required") : isTooLong ? t("tooLong", { limit: LIMIT }) : null;
      return [...more(values), ...(message ? [{ field: "remarks", message }] : [])];
    },
  });
}

/** The field for the remarks. */
export function RemarksField({ isRequired, ...labels }: { title: string; hint?: string; isRequired: boolean }) {
  return (
    <AreaField name="remarks" limit={LIMIT} required={isRequired} optional={!isRequired} className="mt-4" {...labels} />
  );
}
