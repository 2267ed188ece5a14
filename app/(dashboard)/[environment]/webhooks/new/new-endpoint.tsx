"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import type { Sent } from "@/components/forms/contract-form";
import { SecretOnce } from "@/components/secret-once";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import type { CallResult } from "@/lib/api-client";
import { queryFor } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import EndpointForm from "../endpoint-form";
import { bodyOf, type EndpointValues } from "../endpoint-values";

/** Makes an endpoint, then shows its secret once, and what to do next. */
export function NewEndpoint({ most, allowedHosts }: { most: number; allowedHosts: readonly string[] }) {
  const t = useTranslations("webhooks");
  const { where, href } = useWorkspace();
  const { send } = useOperation("createWebhook");
  const list = useQuery(queryFor("listWebhooks", ALL_ROWS, where));
  const [made, setMade] = useState<CallResult<"createWebhook"> | null>(null);
  const [isLost, setIsLost] = useState(false);

  async function create(values: EndpointValues, idempotencyKey: string): Promise<Sent> {
    await send(bodyOf(values), { idempotencyKey, onDone: setMade });
  }

  if (isLost)
    return (
      <Section>
        <EmptyState
          title={t("lost.title")}
          description={t("lost.text")}
          actions={<LinkButton href={href("/webhooks")}>{t("toList")}</LinkButton>}
        />
      </Section>
    );
  if (made) return <Made endpoint={made} />;
  if (list.data && list.data.data.length >= most)
    return (
      <Section>
        <EmptyState
          title={t("listFull", { count: list.data.data.length, most })}
          actions={<LinkButton href={href("/webhooks")}>{t("toList")}</LinkButton>}
        />
      </Section>
    );
  return (
    <Section>
      <EndpointForm
        allowedHosts={allowedHosts}
        submitLabel={t("add")}
        onSubmit={create}
        existed={async () => setIsLost(true)}
        aside={<TextLink href={href("/webhooks")}>{t("form.cancel")}</TextLink>}
      />
    </Section>
  );
}

/** The new endpoint, and the next steps. */
function Made({ endpoint }: { endpoint: CallResult<"createWebhook"> }) {
  const t = useTranslations("webhooks.made");
  const tSecret = useTranslations("webhooks.secret");
  const { href } = useWorkspace();
  const page = href(`/webhooks/${endpoint.id}`);
  const join = page.includes("?") ? "&" : "?";
  return (
    <Section>
      <p role="status" className="mb-4 max-w-3xl break-all">
        {t("done", { url: endpoint.url })}
      </p>
      <SecretOnce
        secret={endpoint.secret}
        labels={{ title: tSecret("title"), once: tSecret("once"), copy: tSecret("copy") }}
      >
        <h3 className="mt-4 font-semibold">{t("next")}</h3>
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          <li>
            <TextLink href={`${page}${join}tab=verify`}>{t("verify")}</TextLink> {t("verifyWhy")}
          </li>
          <li>
            <TextLink href={page}>{t("test")}</TextLink> {t("testWhy")}
          </li>
        </ol>
      </SecretOnce>
    </Section>
  );
}
