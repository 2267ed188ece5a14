"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Facts, Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { stateOf } from "@/components/webhooks/endpoint-state";
import type { Webhook } from "@/lib/contracts/webhook";
import EndpointForm from "../endpoint-form";
import type { EndpointValues } from "../endpoint-values";
import { changeOf, valuesOf } from "../endpoint-values";
import { EnableButton } from "./enable-button";
import RollSecretDialog from "./roll-secret-dialog";

type EndpointDialogProps = { endpoint: Webhook; onClose: () => void };
const DIALOGS = {
  roll: RollSecretDialog,
  disable: DisableDialog,
  remove: DeleteDialog,
} satisfies Record<string, ComponentType<EndpointDialogProps>>;
type Asked = keyof typeof DIALOGS;

/** Everything that can be changed about an endpoint. */
export default function Settings({ endpoint, allowedHosts }: { endpoint: Webhook; allowedHosts: readonly string[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const Asking = asked && DIALOGS[asked];
  return (
    <div className="flex flex-col gap-4">
      <Fields endpoint={endpoint} allowedHosts={allowedHosts} />
      <Secret endpoint={endpoint} onRoll={() => setAsked("roll")} />
      <Status endpoint={endpoint} onDisable={() => setAsked("disable")} />
      <Removal onRemove={() => setAsked("remove")} />
      {Asking ? <Asking endpoint={endpoint} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

function Fields({ endpoint, allowedHosts }: { endpoint: Webhook; allowedHosts: readonly string[] }) {
  const t = useTranslations("webhooks.settings");
  const { send } = useOperation("updateWebhook");
  // After a save the form starts again from the saved values, which no longer contain the value of a header.
  const [{ read, saves }, setForm] = useState({ read: endpoint, saves: 0 });

  async function save(values: EndpointValues) {
    const saved = await send({ id: endpoint.id, ...changeOf(values, valuesOf(read)) }, { done: t("saved") });
    setForm({ read: saved, saves: saves + 1 });
  }

  return (
    <Section title={t("fields")}>
      <EndpointForm key={saves} endpoint={read} allowedHosts={allowedHosts} submitLabel={t("save")} onSubmit={save} />
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
            value: <code className="font-mono text-xs">{`…${endpoint.secret_hint}`}</code>,
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

/** Asks before an endpoint is disabled. */
function DisableDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.status");
  return (
    <ConfirmOperation
      operation="disableWebhook"
      input={{ id: endpoint.id }}
      title={t("disableTitle")}
      description={t("disableMeans")}
      confirmLabel={t("disable")}
      done={t("disabled")}
      onClose={onClose}
    />
  );
}

/** Asks before an endpoint is deleted, which cannot be undone. */
function DeleteDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.remove");
  const { href } = useWorkspace();
  const router = useRouter();
  return (
    <ConfirmOperation
      operation="deleteWebhook"
      input={{ id: endpoint.id }}
      tone="danger"
      title={t("ask")}
      description={t("means")}
      confirmLabel={t("button")}
      done={t("done", { url: endpoint.url })}
      onDone={() => router.push(href("/webhooks"))}
      onClose={onClose}
    >
      <p className="rounded-md bg-code px-3 py-2 font-mono text-xs break-all">{endpoint.url}</p>
    </ConfirmOperation>
  );
}
