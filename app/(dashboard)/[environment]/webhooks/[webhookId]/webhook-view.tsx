"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { TabLinks } from "@/components/ui/tab-links";
import { useRefresh } from "@/components/use-refresh";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { stateOf } from "@/components/webhooks/endpoint-state";
import { ApiFailure, queryFor } from "@/lib/api-client";
import Deliveries from "./deliveries";
import DeliveryDrawer from "./delivery-drawer";
import { EnableButton } from "./enable-button";
import { Overview } from "./overview";
import Settings from "./settings";
import Verify from "./verify";
import { WEBHOOK_TABS, type WebhookTab } from "./webhook-search";
import { useWebhookUrl } from "./webhook-url";

const REFRESH_MS = 10_000;

/** The page of an endpoint. Its tab, filters and open delivery are in the URL. */
export function WebhookView({
  webhookId,
  mostAttempts,
  allowedHosts,
}: {
  webhookId: string;
  mostAttempts: number;
  allowedHosts: readonly string[];
}) {
  const t = useTranslations("webhooks");
  const tVisit = useTranslations("shell.visit");
  const { where, href, isStaff, may } = useWorkspace();
  const refresh = useRefresh();
  const view = useWebhookUrl(webhookId);
  const read = useQuery({
    ...queryFor("readWebhook", { id: webhookId }, where),
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
    settings: () =>
      may("updateWebhook") ? (
        <Settings endpoint={endpoint} allowedHosts={allowedHosts} />
      ) : (
        <p className="text-muted">{isStaff ? tVisit("actFirst") : t("ownersOnly")}</p>
      ),
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
        actions={endpoint.status === "disabled" && may("enableWebhook") ? <EnableButton endpoint={endpoint} /> : null}
      />
      {read.isRefetchError ? (
        <StaleNotice className="mb-4 rounded-md" isFetching={read.isFetching} onRetry={() => void read.refetch()} />
      ) : null}
      <TabLinks
        label={t("tabs.label")}
        current={view.url.tab}
        className="mb-4 px-0"
        tabs={WEBHOOK_TABS.map((tab) => ({
          id: tab,
          label: t(`tabs.${tab}`),
          href: view.hrefOf({ tab, delivery: null }),
          onPress: () => view.change({ tab, delivery: null }),
        }))}
      />
      {panels[view.url.tab]()}
      {view.url.delivery ? (
        <DeliveryDrawer
          key={view.url.delivery}
          deliveryId={view.url.delivery}
          mostAttempts={mostAttempts}
          onClose={() => view.change({ delivery: null }, "replace")}
        />
      ) : null}
    </>
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
