"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { Where } from "@/lib/api-client";
import { VISIT_REASONS, type VisitReason } from "@/lib/rights";
import { Button } from "../ui/button";
import { Field, FieldGroup } from "../ui/field";
import { Input } from "../ui/input";
import { RadioGroup } from "../ui/radio-group";
import { useOperation } from "../use-operation";

/**
 * Asks support why they look at the account (contract §8.22), and then calls `onStarted`. No contract form: it comes with
 * every page of the dashboard, and the form library does not.
 */
export function VisitForm({ where, onStarted = () => undefined }: { where: Where; onStarted?: () => void }) {
  const t = useTranslations("shell.visit");
  const { attempt, isBusy } = useOperation("startVisit", where);
  const [isLeft, setIsLeft] = useState(false);
  const [reason, setReason] = useState<VisitReason | undefined>();
  const [isMissing, setIsMissing] = useState(false);

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsMissing(!reason);
    if (!reason) return;
    const explanation = String(new FormData(event.currentTarget).get("explanation"));
    const onDone = () => {
      setIsLeft(true);
      onStarted();
    };
    await attempt({ reason, explanation }, { onDone });
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void start(event)} className="flex flex-col gap-4">
      <FieldGroup label={t("reason")} required error={isMissing ? t("missing") : undefined}>
        <RadioGroup
          value={reason ?? ("" as VisitReason)}
          onValueChange={(next) => {
            setReason(next);
            setIsMissing(false);
          }}
          options={VISIT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
      </FieldGroup>
      <Field label={t("explanation")} hint={t("explanationHint")} optional>
        <Input name="explanation" autoComplete="off" maxLength={100} />
      </Field>
      <Button type="submit" variant="primary" loading={isBusy || isLeft} className="self-start">
        {t("start")}
      </Button>
    </form>
  );
}
