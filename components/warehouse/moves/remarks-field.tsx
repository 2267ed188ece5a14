"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

const LIMIT = 500;

/** The remarks of a dialog, judged when it is confirmed. */
export function useRemarks(isRequired: boolean) {
  const t = useTranslations("warehouse.moves.remarks");
  const [text, setText] = useState("");
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = [...text.trim()].length > LIMIT;
  const problem = isRequired && !text.trim() ? t("required") : isTooLong ? t("tooLong", { limit: LIMIT }) : null;
  return {
    text,
    setText,
    field,
    isRequired,
    error: isTried ? problem : null,
    /** The text to send. Throws where it does not do, with the focus on it. */
    judged(): string {
      setIsTried(true);
      if (problem) {
        field.current?.focus();
        throw new Error(problem);
      }
      return text.trim();
    },
  };
}

/** Where the remarks are written. */
export function RemarksField({
  label,
  hint,
  remarks,
}: {
  label: string;
  hint?: string;
  remarks: ReturnType<typeof useRemarks>;
}) {
  return (
    <Field
      label={label}
      hint={hint}
      error={remarks.error}
      required={remarks.isRequired}
      optional={!remarks.isRequired}
      className="mt-4"
    >
      <Textarea
        ref={remarks.field}
        rows={2}
        limit={LIMIT}
        value={remarks.text}
        onChange={(event) => remarks.setText(event.target.value)}
      />
    </Field>
  );
}
