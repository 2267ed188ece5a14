"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { ArrowUp, Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Pagination } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_DELIVERIES, READ_DELIVERY } from "../operations";
import { DeliveriesTable } from "./deliveries-table";
import { DeliveriesToolbar, NO_FILTERS } from "./deliveries-toolbar";
import { isUnsettled } from "./delivery-state";
import { useSteadyDeliveries } from "./steady-deliveries";
import { useRefresh } from "./use-refresh";
import { deliveriesQuery } from "./webhook-search";
import type { WebhookPageUrl } from "./webhook-url";

const SOON_MS = 30_000;

/** How soon the list is read again: at once while something is being sent, seldom while nothing waits. */
export function refreshMs(rows: readonly Delivery[], now: number): number {
  const isImminent = ({ next_attempt_at: next }: Delivery) => !next || Date.parse(next) - now < SOON_MS;
  const waiting = rows.filter(isUnsettled);
  if (waiting.some((row) => row.status === "in_flight" || isImminent(row))) return 3_000;
  return waiting.length > 0 ? 10_000 : 15_000;
}

/** What was sent to the endpoint, the latest event first. Filters, page and open row stand in the URL. */
export default function Deliveries({
  endpoint,
  view,
  mostAttempts,
}: {
  endpoint: Webhook;
  view: WebhookPageUrl;
  mostAttempts: number;
}) {
  const t = useTranslations("webhooks.deliveries");
  const { where } = usePlace();
  const refresh = useRefresh();
  const query = deliveriesQuery(view.url);
  const top = useRef<HTMLDivElement>(null);
  const list = useQuery({
    ...lazyQueryFor(LIST_DELIVERIES, { id: endpoint.id, ...query }, where),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refresh(refreshMs(state.data?.data ?? [], Date.now())),
  });
  const { data, isPlaceholderData } = list;
  const fresh = useMemo(
    () => (data && !isPlaceholderData ? { rows: data.data, total: data.pagination.total } : undefined),
    [data, isPlaceholderData],
  );
  const steady = useSteadyDeliveries(JSON.stringify(query), fresh);
  const rows = steady.rows ?? data?.data;
  const gone = useGone(steady.left);

  function goTo(page: { offset: number; limit: number }) {
    view.change({ offset: String(page.offset), limit: String(page.limit) });
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }

  return (
    <div ref={top} className="scroll-mt-16 lg:scroll-mt-4">
      <Section flush>
        <DeliveriesToolbar key={view.url.order_id ?? view.url.event_id ?? ""} endpoint={endpoint} view={view} />
        {list.isRefetchError ? <StaleNotice isFetching={list.isFetching} onRetry={() => void list.refetch()} /> : null}
        {/* Its place is kept, so that its coming moves no row. */}
        <div role="status" className="flex h-9 items-center justify-center border-b border-line">
          {steady.newCount > 0 && query.offset === "0" ? (
            <Button size="sm" variant="ghost" className="h-7 text-accent" onClick={steady.showNew}>
              <ArrowUp aria-hidden="true" />
              {t("new", { count: steady.newCount })}
            </Button>
          ) : (
            <span className="text-xs text-muted">{t("live")}</span>
          )}
        </div>
        {list.isPending ? (
          <SkeletonRows rows={10} />
        ) : !rows ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <NoDeliveries view={view} total={data?.pagination.total ?? 0} />
        ) : (
          <DeliveriesTable
            rows={rows.map((row) => gone.get(row.id) ?? row)}
            view={view}
            mostAttempts={mostAttempts}
            isBusy={isPlaceholderData}
          />
        )}
        {data && data.pagination.total > 0 ? (
          <Pagination
            className="border-t border-line px-4 py-2"
            total={data.pagination.total}
            offset={Number(query.offset)}
            limit={Number(query.limit)}
            onChange={goTo}
          />
        ) : null}
      </Section>
    </div>
  );
}

/** Rows that left the list while they still changed, each asked for by itself. */
function useGone(left: readonly Delivery[]): ReadonlyMap<string, Delivery> {
  const { where } = usePlace();
  const refresh = useRefresh();
  return useQueries({
    queries: left.filter(isUnsettled).map((row) => ({
      ...lazyQueryFor(READ_DELIVERY, { delivery_id: row.id }, where),
      staleTime: 0,
      refetchInterval: refresh(refreshMs([row], Date.now())),
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

function NoDeliveries({ view, total }: { view: WebhookPageUrl; total: number }) {
  const t = useTranslations("webhooks.deliveries");
  const { status, event, order_id, event_id } = view.url;
  if (total > 0)
    return (
      <EmptyState
        icon={Inbox}
        title={t("pastEnd")}
        actions={<Button onClick={() => view.change({ offset: null })}>{t("firstPage")}</Button>}
      />
    );
  if (status || event || order_id || event_id)
    return (
      <EmptyState
        icon={SearchX}
        title={t("noMatch")}
        actions={<Button onClick={() => view.change(NO_FILTERS)}>{t("clear")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={Inbox}
      title={t("none")}
      description={t("noneHint")}
      actions={<Button onClick={() => view.change({ tab: "overview" })}>{t("toTest")}</Button>}
    />
  );
}
