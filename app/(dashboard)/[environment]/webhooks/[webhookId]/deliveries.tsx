"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { ArrowUp, Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
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
  const { where } = useWorkspace();
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
  const { where } = useWorkspace();
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

/** Rows as the page shows them. */
type Shown = { key: string; rows: readonly Delivery[]; total: number };

/** Updates the shown rows from a new reading: they keep their places and take their new data. */
export function mergeShown(shown: Shown, fresh: readonly Delivery[]): Shown {
  const known = new Map(fresh.map((row) => [row.id, row]));
  return { ...shown, rows: shown.rows.map((row) => known.get(row.id) ?? row) };
}

/** How many rows of a new reading of the first page come before the first row that is shown. */
export function countNew(shown: Shown, fresh: { rows: readonly Delivery[]; total: number }): number {
  const known = new Set(shown.rows.map(({ id }) => id));
  const before = fresh.rows.findIndex(({ id }) => known.has(id));
  // More rows came than fit on a page: the totals give the number.
  return before >= 0 ? before : Math.max(fresh.rows.length, fresh.total - shown.total);
}

/**
 * The rows of a list that is read repeatedly, without moving anything under the pointer. New rows are counted, and
 * shown when asked for; rows that leave the list (because a filter no longer matches) stay until then.
 */
function useSteadyDeliveries(key: string, fresh: { rows: readonly Delivery[]; total: number } | undefined) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [read, setRead] = useState<typeof fresh>(undefined);
  const takeAll = () => fresh && setShown({ key, ...fresh });

  if (fresh && fresh !== read) {
    setRead(fresh);
    const isAnother = shown?.key !== key || shown.rows.length === 0;
    setShown(isAnother || !shown ? { key, ...fresh } : mergeShown(shown, fresh.rows));
  }
  const current = shown?.key === key ? shown : null;
  const listed = new Set(fresh?.rows.map(({ id }) => id));
  return {
    rows: current?.rows,
    newCount: current && fresh ? countNew(current, fresh) : 0,
    /** Rows that are not in the latest reading any more. */
    left: current?.rows.filter(({ id }) => !listed.has(id)) ?? [],
    showNew: takeAll,
  };
}
