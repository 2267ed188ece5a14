"use client";

import { useTranslations } from "next-intl";
import { Field, FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { CANCEL_REASONS } from "@/lib/orders/choices";

type Reason = (typeof CANCEL_REASONS)[number];
export type WhyCancelled = { reason: Reason; remarks: string };

const MOST_CHARACTERS = 500;

/** Whether the remarks are longer than the API takes. */
export function isTooLong({ remarks }: WhyCancelled): boolean {
  return [...remarks].length > MOST_CHARACTERS;
}

/** Asks why something is cancelled: one of a few reasons, and remarks. */
export function CancelReason({ value, onChange }: { value: WhyCancelled; onChange: (value: WhyCancelled) => void }) {
  const t = useTranslations("orderActions");
  return (
    <div>
      <FieldGroup label={t("reason")}>
        <RadioGroup<Reason>
          value={value.reason}
          onValueChange={(reason) => onChange({ ...value, reason })}
          options={CANCEL_REASONS.map((each) => ({ value: each, label: t(`reasons.${each}`) }))}
        />
      </FieldGroup>
      <Field label={t("cancelRemarks")} optional className="mt-4">
        <Textarea
          rows={2}
          limit={MOST_CHARACTERS}
          value={value.remarks}
          onChange={(event) => onChange({ ...value, remarks: event.target.value })}
        />
      </Field>
    </div>
  );
}
