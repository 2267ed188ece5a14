"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import { CASES, type CaseKind, type CloseReason } from "@/lib/cases";

const MOST_CHARACTERS = 500;

/**
 * Closes cases of one kind for a reason of that kind. No contract form: two can be on the page, and the ids of a contract
 * form's fields are their names.
 */
export function CloseForm({
  kind,
  onClose,
}: {
  kind: CaseKind;
  /** Says whether anything was closed. */
  onClose: (reason: CloseReason, note: string) => Promise<boolean>;
}) {
  const t = useTranslations("support.queue.close");
  const [reason, setReason] = useState<CloseReason | "">("");
  const [note, setNote] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setIsMissing(reason === "");
    if (reason === "" || [...note].length > MOST_CHARACTERS) return;
    setIsBusy(true);
    await onClose(reason, note);
    setIsBusy(false);
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
      <Field label={t("as")} required error={isMissing ? t("missing") : undefined}>
        <NativeSelect<CloseReason | "">
          value={reason}
          onValueChange={(next) => {
            setReason(next);
            setIsMissing(false);
          }}
          options={[
            { value: "", label: t("choose") },
            ...CASES[kind].closes.map((value) => ({ value, label: t(`reasons.${value}`) })),
          ]}
        />
      </Field>
      <Field label={t("note")} optional>
        <Textarea rows={2} limit={MOST_CHARACTERS} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Button type="submit" loading={isBusy}>
        {t("submit")}
      </Button>
      <p className="text-xs text-muted">{t(`byItself.${kind}`)}</p>
    </form>
  );
}
