"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { lazyPart } from "@/components/ui/lazy-part";
import { Facts, Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { stateOf } from "@/components/webhooks/endpoint-state";
import type { Webhook } from "@/lib/contracts/webhook";
import { lazily } from "@/lib/lazily";
import { callLazily } from "@/lib/lazy-contract";
import type { EndpointValues } from "../endpoint-values";
import { UPDATE_WEBHOOK } from "../operations";
import { useWebhookChanged } from "../webhook-changed";
import { EnableButton } from "./enable-button";

const EndpointForm = lazy(() => lazyPart(() => import("../endpoint-form")));

export type EndpointDialogProps = { endpoint: Webhook; onClose: () => void };
const DIALOGS = {
  roll: lazy(() => lazyPart(() => import("./roll-secret-dialog"))),
  disable: lazy(() => lazyPart(() => import("./disable-dialog"))),
  remove: lazy(() => lazyPart(() => import("./delete-dialog"))),
} satisfies Record<string, ComponentType<EndpointDialogProps>>;
type Asked = keyof typeof DIALOGS;

/** All that can be changed of an endpoint. */
export default function Settings({ endpoint }: { endpoint: Webhook }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const Asking = asked && DIALOGS[asked];
  return (
    <div className="flex flex-col gap-4">
      <Fields endpoint={endpoint} />
      <Secret endpoint={endpoint} onRoll={() => setAsked("roll")} />
      <Status endpoint={endpoint} onDisable={() => setAsked("disable")} />
      <Removal onRemove={() => setAsked("remove")} />
      <Suspense fallback={null}>
        {Asking ? <Asking endpoint={endpoint} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </div>
  );
}

function Fields({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.settings");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  // What was saved is where the form begins again: the value of a header is no longer in it.
  const [saves, setSaves] = useState(0);

  async function save(values: EndpointValues) {
    const { changeOf } = await lazily(() => import("../endpoint-values"));
    const saved = await callLazily(UPDATE_WEBHOOK, { id: endpoint.id, ...changeOf(values) }, where);
    toast.success(t("saved"));
    await changed(saved);
    setSaves(saves + 1);
  }

  return (
    <Section title={t("fields")}>
      <Suspense
        fallback={
          <LoadingRegion>
            <Skeleton className="h-96" />
          </LoadingRegion>
        }
      >
        <EndpointForm key={saves} endpoint={endpoint} submitLabel={t("save")} onSubmit={save} />
      </Suspense>
    </Section>
  );
}

function Secret({ endpoint, onRoll }: { endpoint: Webhook; onRoll: () => void }) {
  const t = useTranslations("webhooks.settings");
  const { previous_secret_until: until } = endpoint;
  return (
    <Section title={t("secret")} description={t("secretAbout")} actions={<Button onClick={onRoll}>{t("roll")}</Button>}>
      <Facts
        items={[
          {
            name: t("secretHint"),
            value: <code className="font-mono text-xs">{`whsec_…${endpoint.secret_hint}`}</code>,
          },
          ...(until
            ? [{ name: t("previousUntil"), value: <DateTime value={until} className="whitespace-normal" /> }]
            : []),
        ]}
      />
    </Section>
  );
}

function Status({ endpoint, onDisable }: { endpoint: Webhook; onDisable: () => void }) {
  const t = useTranslations("webhooks.status");
  const isEnabled = endpoint.status === "enabled";
  return (
    <Section
      title={t("title")}
      description={t(isEnabled ? "enabledMeans" : "disabledMeans")}
      actions={
        isEnabled ? (
          <Button onClick={onDisable}>{t("disable")}</Button>
        ) : (
          <EnableButton endpoint={endpoint} variant="secondary" />
        )
      }
    >
      <EndpointBadge state={stateOf(endpoint)} />
    </Section>
  );
}

function Removal({ onRemove }: { onRemove: () => void }) {
  const t = useTranslations("webhooks.remove");
  return (
    <Section
      title={t("title")}
      actions={
        <Button variant="danger" onClick={onRemove}>
          {t("button")}
        </Button>
      }
    >
      <p className="text-muted">{t("about")}</p>
    </Section>
  );
}
