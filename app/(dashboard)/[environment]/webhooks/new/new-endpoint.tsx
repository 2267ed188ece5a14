"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { endpointListQuery } from "@/components/webhooks/endpoint-list-query";
import { ApiFailure, type CallResult } from "@/lib/api-client";
import type { createWebhook } from "@/lib/contracts/webhook";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { lazily } from "@/lib/lazily";
import { callLazily } from "@/lib/lazy-contract";
import type { EndpointValues } from "../endpoint-values";
import { CREATE_WEBHOOK } from "../operations";
import { SecretOnce } from "../secret-once";
import { useWebhookChanged } from "../webhook-changed";

const EndpointForm = dynamic(() => lazyPart(() => import("../endpoint-form")), {
  loading: () => (
    <LoadingRegion className="flex max-w-3xl flex-col gap-6">
      <Skeleton className="h-15" />
      <Skeleton className="h-15" />
      <Skeleton className="h-80" />
      <Skeleton className="h-28" />
    </LoadingRegion>
  ),
});

/** Makes an endpoint; afterwards its secret, once, and what to do next. */
export function NewEndpoint({ most }: { most: number }) {
  const t = useTranslations("webhooks");
  const { where, href } = usePlace();
  const changed = useWebhookChanged();
  const list = useQuery(endpointListQuery(where));
  const key = useRef<string | null>(null);
  const [made, setMade] = useState<CallResult<typeof createWebhook> | null>(null);
  const [isLost, setIsLost] = useState(false);

  async function create(values: EndpointValues) {
    const { bodyOf } = await lazily(() => import("../endpoint-values"));
    // One key for all attempts: a second press, or a lost answer, makes no second endpoint.
    key.current ??= newIdempotencyKey();
    try {
      setMade(await callLazily(CREATE_WEBHOOK, bodyOf(values), { ...where, idempotencyKey: key.current }));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== "500998") throw error;
      setIsLost(true);
    }
    await changed();
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
        submitLabel={t("add")}
        onSubmit={create}
        aside={<TextLink href={href("/webhooks")}>{t("form.cancel")}</TextLink>}
      />
    </Section>
  );
}

/** The endpoint that was made, and the way on. */
function Made({ endpoint }: { endpoint: CallResult<typeof createWebhook> }) {
  const t = useTranslations("webhooks.made");
  const { href } = usePlace();
  const page = href(`/webhooks/${endpoint.id}`);
  const join = page.includes("?") ? "&" : "?";
  return (
    <Section>
      <p role="status" className="mb-4 max-w-3xl break-all">
        {t("done", { url: endpoint.url })}
      </p>
      <SecretOnce secret={endpoint.secret}>
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
