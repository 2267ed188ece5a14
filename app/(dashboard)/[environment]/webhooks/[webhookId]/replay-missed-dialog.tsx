"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { DateTime } from "@/components/ui/date-time";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import type { Webhook } from "@/lib/contracts/webhook";

type Since = "missed" | "lastSuccess" | "day" | "week" | "own";

const DAY_MS = 86_400_000;

/** Asks from which time on failed and held deliveries are sent again. */
export default function ReplayMissedDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.replayMissed");
  const { held, missed, last_success_at: lastSuccess } = endpoint.health;
  const [chosen, setChosen] = useState<Since | null>(null);
  const [own, setOwn] = useState("");
  const since = chosen ?? (held + missed > 0 ? "missed" : lastSuccess ? "lastSuccess" : "week");

  // Undefined: the API decides the time. Null: none is chosen yet.
  const moments: Record<Since, () => string | null | undefined> = {
    missed: () => undefined,
    lastSuccess: () => lastSuccess,
    day: () => new Date(Date.now() - DAY_MS).toISOString(),
    week: () => new Date(Date.now() - 7 * DAY_MS).toISOString(),
    own: () => (own ? `${own}:00+08:00` : null),
  };
  const moment = moments[since]();

  const options: RadioOption<Since>[] = [
    ...(held + missed > 0
      ? [{ value: "missed" as const, label: t("missed"), description: t("missedMeans") }]
      : lastSuccess
        ? [{ value: "lastSuccess" as const, label: t("lastSuccess"), description: <DateTime value={lastSuccess} /> }]
        : []),
    { value: "day", label: t("day") },
    { value: "week", label: t("week") },
    { value: "own", label: t("own") },
  ];
  return (
    <ConfirmOperation
      operation="replayMissed"
      input={{ id: endpoint.id, ...(moment ? { since: moment } : {}) }}
      title={t("title")}
      description={t(endpoint.status === "disabled" ? "meansDisabled" : "means")}
      confirmLabel={t("send")}
      confirmDisabled={moment === null}
      done={({ replayed }) => t("done", { count: replayed })}
      onClose={onClose}
    >
      <FieldGroup label={t("since")}>
        <RadioGroup<Since> value={since} onValueChange={setChosen} options={options} />
        {since === "own" ? (
          <Field label={t("moment")} hint={t("momentHint")} className="pl-6">
            <Input type="datetime-local" value={own} onChange={(event) => setOwn(event.target.value)} />
          </Field>
        ) : null}
      </FieldGroup>
    </ConfirmOperation>
  );
}
