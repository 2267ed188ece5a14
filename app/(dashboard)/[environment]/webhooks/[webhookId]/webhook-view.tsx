"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type MouseEvent, type ReactNode, Suspense } from "react";
import { usePlace } from "@/components/environment";
import { ErrorState } from "@/components/ui/error-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { tabStyles } from "@/components/ui/tab-look";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { stateOf } from "@/components/webhooks/endpoint-state";
import { ApiFailure } from "@/lib/api-client";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { READ_WEBHOOK } from "../operations";
import { EnableButton } from "./enable-button";
import { Overview } from "./overview";
import { useRefresh } from "./use-refresh";
import { WEBHOOK_TABS, type WebhookTab } from "./webhook-search";
import { useWebhookUrl, type WebhookPageUrl } from "./webhook-url";

const Deliveries = lazy(() => lazyPart(() => import("./deliveries")));
const Settings = lazy(() => lazyPart(() => import("./settings")));
const Verify = lazy(() => lazyPart(() => import("./verify")));
const DeliveryDrawer = lazy(() => lazyPart(() => import("./delivery-drawer")));

const REFRESH_MS = 10_000;

/** The page of an endpoint. Its tab, filters and open delivery stand in the URL. */
export function WebhookView({ webhookId, mostAttempts }: { webhookId: string; mostAttempts: number }) {
  const t = useTranslations("webhooks");
  const { where, href } = usePlace();
  const refresh = useRefresh();
  const view = useWebhookUrl(webhookId);
  const read = useQuery({
    ...lazyQueryFor(READ_WEBHOOK, { id: webhookId }, where),
    refetchInterval: refresh(REFRESH_MS),
  });

  if (read.isPending) return <PageSkeleton />;
  const endpoint = read.data;
  if (!endpoint) {
    const isGone = read.error instanceof ApiFailure && read.error.status === 404;
    return (
      <>
        <PageHeader
          title={t(isGone ? "notFound.title" : "pageTitle")}
          back={<TextLink href={href("/webhooks")}>← {t("title")}</TextLink>}
        />
        {isGone ? (
          <>
            <p className="mb-4 text-muted">{t("notFound.text")}</p>
            <LinkButton href={href("/webhooks")}>{t("notFound.toList")}</LinkButton>
          </>
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )}
      </>
    );
  }
  const panels: Record<WebhookTab, () => ReactNode> = {
    overview: () => <Overview endpoint={endpoint} view={view} />,
    deliveries: () => <Deliveries endpoint={endpoint} view={view} mostAttempts={mostAttempts} />,
    settings: () => <Settings endpoint={endpoint} />,
    verify: () => <Verify endpoint={endpoint} />,
  };
  return (
    <>
      <PageHeader
        back={<TextLink href={href("/webhooks")}>← {t("title")}</TextLink>}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-all">{endpoint.url}</span>
            <EndpointBadge state={stateOf(endpoint)} />
          </span>
        }
        description={endpoint.description}
        actions={endpoint.status === "disabled" ? <EnableButton endpoint={endpoint} /> : null}
      />
      {read.isRefetchError ? (
        <StaleNotice className="mb-4 rounded-md" isFetching={read.isFetching} onRetry={() => void read.refetch()} />
      ) : null}
      <TabLinks view={view} />
      <Suspense fallback={<PanelSkeleton />}>{panels[view.url.tab]()}</Suspense>
      <Suspense fallback={null}>
        {view.url.delivery ? (
          <DeliveryDrawer
            key={view.url.delivery}
            deliveryId={view.url.delivery}
            mostAttempts={mostAttempts}
            onClose={() => view.change({ delivery: null }, "replace")}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function TabLinks({ view }: { view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.tabs");

  function press(event: MouseEvent, tab: WebhookTab) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    view.change({ tab, delivery: null });
  }

  return (
    <nav aria-label={t("label")} className="mb-4 flex overflow-x-auto border-b border-line [scrollbar-width:none]">
      {WEBHOOK_TABS.map((tab) => (
        <a
          key={tab}
          href={view.hrefOf({ tab, delivery: null })}
          aria-current={view.url.tab === tab ? "page" : undefined}
          onClick={(event) => press(event, tab)}
          className={tabStyles}
        >
          {t(tab)}
        </a>
      ))}
    </nav>
  );
}

function PanelSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-80" />
    </LoadingRegion>
  );
}

function PageSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-2 h-7 w-96 max-w-full" />
      <Skeleton className="mt-6 h-10" />
      <Skeleton className="mt-4 h-80" />
    </LoadingRegion>
  );
}
