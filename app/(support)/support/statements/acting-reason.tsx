"use client";

import { useTranslations } from "next-intl";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { VISIT_REASONS, type VisitReason } from "@/lib/rights";

/** Asks why a file is applied to all its merchants at once; nothing is chosen beforehand (contract §26.8). */
export function ActingReason({
  value,
  onChange,
}: {
  value: VisitReason | null;
  onChange: (reason: VisitReason) => void;
}) {
  const t = useTranslations("support.statements");
  const tReasons = useTranslations("shell.visit.reasons");
  return (
    <FieldGroup label={t("reason")} required>
      <RadioGroup
        value={value ?? ("" as VisitReason)}
        onValueChange={onChange}
        options={VISIT_REASONS.map((each) => ({ value: each, label: tReasons(each) }))}
      />
    </FieldGroup>
  );
}
