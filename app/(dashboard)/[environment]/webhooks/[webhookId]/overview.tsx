"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import { TRACKED, tracksAll } from "@/components/webhooks/events";
import type { Webhook } from "@/lib/contracts/webhook";
import { formatNumber } from "@/lib/format";
import { SuccessRate } from "../success-rate";
import { EndpointNotice } from "./endpoint-notice";
import { useLapseLabels, useNow } from "./lapse";
import ReplayMissedDialog from "./replay-missed-dialog";
import { TestPanel } from "./test-panel";
import type { WebhookPageUrl } from "./webhook-url";

/** The API stops counting here. */
const MOST_COUNTED = 1000;

/** `12`; `1,000+` if there are at least that many. */
function countLabel(count: number): string {
  return count >= MOST_COUNTED ? `${formatNumber(MOST_COUNTED)}+` : formatNumber(count);
}

/** How well the endpoint works, what is wrong with it and what to do, and a way to test it. */
export function Overview({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const { may } = useWorkspace();
  return (
    <>
      <EndpointNotice endpoint={endpoint} view={view} />
      <HeldOffer endpoint={endpoint} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Health endpoint={endpoint} />
        {may("testWebhook") ? <TestPanel endpoint={endpoint} view={view} /> : null}
      </div>
    </>
  );
}

function Health({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.health");
  const tWebhooks = useTranslations("webhooks");
  const { health, events } = endpoint;
  const isAll = tracksAll(events);
  const all = tWebhooks("allEvents", { count: TRACKED.length });
  const shown = events.filter((event) => !isAll || !TRACKED.some((each) => each === event));
  return (
    <Section title={t("title")}>
      <Facts
        items={[
          { name: t("week"), value: <SuccessRate health={health} inline /> },
          { name: t("lastSuccess"), value: <Moment value={health.last_success_at} /> },
          { name: t("lastAttempt"), value: <Moment value={health.last_attempt_at} /> },
          { name: t("waiting"), value: countLabel(health.waiting) },
          { name: t("held"), value: countLabel(health.held) },
          {
            name: t("events"),
            value:
              shown.length === 0 ? (
                all
              ) : (
                <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
                  {isAll ? <li>{all}</li> : null}
                  {shown.map((event) => (
                    <li key={event}>
                      <code className="font-mono text-xs">{event}</code>
                    </li>
                  ))}
                </ul>
              ),
          },
          { name: t("created"), value: <DateTime value={endpoint.created_at} /> },
        ]}
      />
    </Section>
  );
}

/** An instant, and how long ago it was. */
function Moment({ value }: { value: string | null }) {
  const t = useTranslations("webhooks");
  const now = useNow(10_000);
  const { ago } = useLapseLabels();
  if (!value) return <span className="text-muted">{t("never")}</span>;
  return (
    <>
      <DateTime value={value} />
      {now === null ? null : <span className="text-muted"> · {ago(value, now)}</span>}
    </>
  );
}

/** After an endpoint is enabled again: offers to send what it missed. */
export function HeldOffer({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.held");
  const [isAsked, setIsAsked] = useState(false);
  const { may } = useWorkspace();
  const { held, missed } = endpoint.health;
  if (!may("replayMissed") || endpoint.status === "disabled" || held + missed === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-info-tint px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-info">{t("text", { held, missed })}</p>
      <Button variant="primary" onClick={() => setIsAsked(true)}>
        <Send aria-hidden="true" />
        {t("send", { count: held + missed })}
      </Button>
      {isAsked ? <ReplayMissedDialog endpoint={endpoint} onClose={() => setIsAsked(false)} /> : null}
    </div>
  );
}
