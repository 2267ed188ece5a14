"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { ArrowUp, Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody, type ListPage } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { useRefresh } from "@/components/use-refresh";
import { isUnsettled } from "@/components/webhooks/delivery-state";
import { queryFor } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { DeliveriesTable } from "./deliveries-table";
import { DeliveriesToolbar, NO_FILTERS } from "./deliveries-toolbar";
import { useSteadyDeliveries } from "./steady-deliveries";
import { deliveriesQuery } from "./webhook-search";
import type { WebhookPageUrl } from "./webhook-url";

const SOON_MS = 30_000;

/** How soon to read the list again: at once while something is being sent, rarely while nothing waits. */
export function refreshMs(rows: readonly Delivery[], now: number): number {
  const isImminent = ({ next_attempt_at: next }: Delivery) => !next || Date.parse(next) - now < SOON_MS;
  const waiting = rows.filter(isUnsettled);
  if (waiting.some((row) => row.status === "in_flight" || isImminent(row))) return 3_000;
  return waiting.length > 0 ? 10_000 : 15_000;
}

/** The deliveries of the endpoint, latest event first. Filters, page and open row are in the URL. */
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
    ...queryFor("listDeliveries", { id: endpoint.id, ...query }, where),
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

  function goTo(page: ListPage) {
    view.change(page);
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }

  return (
    <div ref={top} className="scroll-mt-16 lg:scroll-mt-4">
      <Section flush>
        <DeliveriesToolbar key={view.url.order_id ?? view.url.event_id ?? ""} endpoint={endpoint} view={view} />
        {/* Its space is reserved, so that no row moves when it appears. */}
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
        <ListBody list={list} rows={rows} page={query} onTurn={goTo} empty={<NoDeliveries view={view} />}>
          {(rows) => (
            <DeliveriesTable
              rows={rows.map((row) => gone.get(row.id) ?? row)}
              view={view}
              mostAttempts={mostAttempts}
              isBusy={isPlaceholderData}
            />
          )}
        </ListBody>
      </Section>
    </div>
  );
}

/** Rows that left the list while their state could still change, each read separately. */
function useGone(left: readonly Delivery[]): ReadonlyMap<string, Delivery> {
  const { where } = usePlace();
  const refresh = useRefresh();
  return useQueries({
    queries: left.filter(isUnsettled).map((row) => ({
      ...queryFor("readDelivery", { delivery_id: row.id }, where),
      staleTime: 0,
      refetchInterval: refresh(refreshMs([row], Date.now())),
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

function NoDeliveries({ view }: { view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.deliveries");
  const { status, event, order_id, event_id } = view.url;
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
