"use client";

import { useTranslations } from "next-intl";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { OWN_SECRET } from "@/lib/contracts/webhook";

/** Whether a secret is made here, or the merchant gives one that their receiver has already. */
export function SecretChoice({
  id,
  value,
  error,
  onChange,
  onLeave,
}: {
  id: string;
  /** The merchant's own secret; null: one is made. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
  onLeave: () => void;
}) {
  const t = useTranslations("webhooks.secretChoice");
  return (
    <FieldGroup label={t("label")}>
      <RadioGroup<"made" | "own">
        value={value === null ? "made" : "own"}
        onValueChange={(choice) => onChange(choice === "made" ? null : "")}
        options={[
          { value: "made", label: t("made"), description: t("madeMeans") },
          { value: "own", label: t("own"), description: t("ownMeans") },
        ]}
      />
      {value === null ? null : (
        <Field id={id} label={t("text")} required error={error} hint={t("hint", OWN_SECRET)}>
          <Input
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => {
              // What is pasted often has a line end, which no secret has.
              if (value !== value.trim()) onChange(value.trim());
              onLeave();
            }}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono text-xs"
          />
        </Field>
      )}
    </FieldGroup>
  );
}
