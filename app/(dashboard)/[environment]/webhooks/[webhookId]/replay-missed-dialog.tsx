"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { DateTime } from "@/components/ui/date-time";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import type { Webhook } from "@/lib/contracts/webhook";
import { callLazily, lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_DELIVERIES, REPLAY_MISSED } from "../operations";
import { useWebhookChanged } from "../webhook-changed";

type Since = "held" | "lastSuccess" | "day" | "week" | "own";

const DAY_MS = 86_400_000;

/** When the first of the deliveries that are held was made; null: none is held. Undefined while it is asked for. */
function useFirstHeld({ id, health }: Webhook): string | null | undefined {
  const { where } = usePlace();
  const held = { id, status: "held", limit: "1" } as const;
  const latest = useQuery({ ...lazyQueryFor(LIST_DELIVERIES, held, where), enabled: health.held > 0, staleTime: 0 });
  const total = latest.data?.pagination.total ?? 0;
  const first = useQuery({
    ...lazyQueryFor(LIST_DELIVERIES, { ...held, offset: String(Math.max(0, total - 1)) }, where),
    enabled: total > 0,
  });
  if (health.held === 0 || (latest.data && total === 0)) return null;
  return first.data?.data[0]?.created_at;
}

/** Asks from when on what failed or was held is sent again. */
export default function ReplayMissedDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.replayMissed");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const showFailure = useFailureToast();
  const firstHeld = useFirstHeld(endpoint);
  const lastSuccess = endpoint.health.last_success_at;
  const [chosen, setChosen] = useState<Since | null>(null);
  const [own, setOwn] = useState("");
  const since = chosen ?? (endpoint.health.held > 0 ? "held" : lastSuccess ? "lastSuccess" : "week");

  const moments: Record<Since, () => string | null | undefined> = {
    held: () => firstHeld,
    lastSuccess: () => lastSuccess,
    day: () => new Date(Date.now() - DAY_MS).toISOString(),
    week: () => new Date(Date.now() - 7 * DAY_MS).toISOString(),
    own: () => (own ? `${own}:00+08:00` : null),
  };

  async function replay() {
    const moment = moments[since]();
    if (!moment) return;
    try {
      const { replayed } = await callLazily(REPLAY_MISSED, { id: endpoint.id, since: moment }, where);
      toast.success(t("done", { count: replayed }));
    } catch (error) {
      showFailure(error);
      throw error;
    }
    await changed();
  }

  const options: RadioOption<Since>[] = [
    ...(endpoint.health.held > 0
      ? [{ value: "held" as const, label: t("held"), description: firstHeld ? <DateTime value={firstHeld} /> : "…" }]
      : []),
    ...(lastSuccess
      ? [{ value: "lastSuccess" as const, label: t("lastSuccess"), description: <DateTime value={lastSuccess} /> }]
      : []),
    { value: "day", label: t("day") },
    { value: "week", label: t("week") },
    { value: "own", label: t("own") },
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t(endpoint.status === "disabled" ? "meansDisabled" : "means")}
      confirmLabel={t("send")}
      confirmDisabled={!moments[since]()}
      onConfirm={replay}
    >
      <FieldGroup label={t("since")}>
        <RadioGroup<Since> value={since} onValueChange={setChosen} options={options} />
        {since === "own" ? (
          <Field label={t("moment")} hint={t("momentHint")} className="pl-6">
            <Input type="datetime-local" value={own} onChange={(event) => setOwn(event.target.value)} />
          </Field>
        ) : null}
      </FieldGroup>
    </ConfirmDialog>
  );
}
