"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { ViewLink } from "@/components/ui/view-link";
import { useReadAgain } from "@/components/use-operation";
import { AttemptResult, DeliveryBadge, isUnsettled, problemOf } from "@/components/webhooks/delivery-state";
import { EVENTS } from "@/components/webhooks/events";
import { call, queryFor } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { type EventName, wordOf } from "@/lib/webhooks/event-names";
import { useRefreshWhenSettled } from "../refresh-when-settled";
import { wholeMs } from "./lapse";
import type { WebhookPageUrl } from "./webhook-url";

const ALL = "all";
const LOOK_AGAIN_MS = 1000;

/** Sends example events, and shows the result of each at once. */
export function TestPanel({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.test");
  const tEvents = useTranslations("webhooks.events");
  const { where } = useWorkspace();
  const readAgain = useReadAgain();
  const showFailure = useFailureToast();
  const [chosen, setChosen] = useState<EventName | typeof ALL>("order.created");
  const [sent, setSent] = useState<readonly Delivery[]>([]);

  const send = useMutation({
    async mutationFn() {
      for (const event of chosen === ALL ? EVENTS : [chosen]) {
        const delivery = await call("testWebhook", { id: endpoint.id, event }, where);
        setSent((before) => [delivery, ...before]);
      }
    },
    onError: showFailure,
    onSettled: () => readAgain("testWebhook"),
  });

  return (
    <Section title={t("title")} description={t(endpoint.status === "disabled" ? "aboutDisabled" : "about")}>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("event")} className="min-w-0 flex-1 basis-56">
          <NativeSelect
            value={chosen}
            onValueChange={setChosen}
            options={[
              ...EVENTS.map((event) => ({ value: event, label: `${tEvents(`${wordOf(event)}.name`)} (${event})` })),
              { value: ALL, label: t("all") },
            ]}
          />
        </Field>
        <Button
          variant={endpoint.status === "enabled" ? "primary" : "secondary"}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          <FlaskConical aria-hidden="true" />
          {t("send")}
        </Button>
      </div>
      <ul aria-label={t("results")} aria-live="polite" className="mt-3 divide-y divide-line empty:hidden">
        {sent.map((delivery) => (
          <Sent key={delivery.id} sent={delivery} view={view} />
        ))}
      </ul>
    </Section>
  );
}

/** One test event, read again until it was answered. */
function Sent({ sent, view }: { sent: Delivery; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks");
  const tProblems = useTranslations("webhooks.attempt.problems");
  const { where } = useWorkspace();
  const { data } = useQuery({
    ...queryFor("readDelivery", { delivery_id: sent.id }, where),
    enabled: isUnsettled(sent),
    refetchInterval: ({ state }) => (state.data && !isUnsettled(state.data) ? false : LOOK_AGAIN_MS),
  });
  const delivery: Delivery = data ?? sent;
  useRefreshWhenSettled(delivery.status);
  const attempt = delivery.attempts.at(-1);
  const problem = attempt && problemOf(attempt);
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <ViewLink
          href={view.hrefOf({ delivery: delivery.id })}
          className="rounded-xs font-mono text-xs font-semibold text-accent underline-offset-4 hover:underline"
          onPress={() => view.change({ delivery: delivery.id })}
        >
          {delivery.event}
        </ViewLink>
        <span className="flex items-center gap-2 text-xs text-muted">
          {attempt ? (
            <span>
              <AttemptResult attempt={attempt} /> · {t("milliseconds", { count: wholeMs(attempt.duration_ms) })}
            </span>
          ) : null}
          <DeliveryBadge delivery={delivery} />
        </span>
      </div>
      {problem ? <p className="text-xs">{tProblems(`${problem}.todo`)}</p> : null}
    </li>
  );
}
