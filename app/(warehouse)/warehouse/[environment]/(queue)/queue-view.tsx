"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Inbox, ListPlus, PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { useSelection } from "@/components/lists/use-selection";
import { NoMatch } from "@/components/orders/no-match";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { useAttended } from "@/components/use-attended";
import { CutOff } from "@/components/warehouse/cut-off";
import { MerchantFilter } from "@/components/warehouse/merchant-filter";
import { NewWaveDialog } from "@/components/warehouse/new-wave-dialog";
import {
  countOf,
  countQueryOf,
  laneQueryOf,
  listQueryOf,
  QUEUE_TABS,
  type QueueView as View,
} from "@/components/warehouse/queue-tabs";
import { useWarehouse } from "@/components/warehouse/workspace";
import { type CallResult, queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, PickPackRow } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { ListView } from "@/lib/lists/list-url";
import { Lanes } from "./lanes";
import { QueueRows } from "./queue-rows";
import { type ChangeQueue, isFiltered, NO_FILTERS, QUEUE_URL } from "./queue-url";
import { SelectionBar } from "./selection-bar";
import { useQueueActions } from "./use-queue-actions";

const REFRESH_MS = 15_000;

type Props = {
  view: ListView<View>;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The warehouse's queue of all merchants: figures by service, tabs, search, rows and their actions. */
export function QueueView(props: Props) {
  return (
    <ShortcutsProvider>
      <Queue {...props} />
    </ShortcutsProvider>
  );
}

function Queue({ view: first, providers, today }: Props) {
  const t = useTranslations("warehouse.queue");
  const { where, href } = useWarehouse();
  const refetchInterval = useAttended() && REFRESH_MS;
  const list = useList("listPickPack", first, {
    base: href("/"),
    url: QUEUE_URL,
    inputOf: listQueryOf,
    refreshMs: refetchInterval,
  });
  const { query: view, rowsOf, change } = list;
  const selection = useSelection();
  const actions = useQueueActions((ids) => selection.set(ids, false));
  const [wave, setWave] = useState<{ service?: string | undefined; orders?: readonly PickPackRow[] } | null>(null);
  const placeholderData = keepPreviousData;

  const counts = useQuery({
    ...queryFor("countPickPack", countQueryOf(view), where),
    refetchInterval,
    placeholderData,
  });
  const queue = useQuery({
    ...queryFor("readQueue", laneQueryOf(view), where),
    refetchInterval,
    placeholderData,
  });
  const shortNames = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  const turn: ChangeQueue = (next, history) => {
    selection.clear();
    change(next, history);
  };

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={
          <Button
            variant="primary"
            className="pointer-coarse:h-11"
            onClick={() => setWave({ service: view.shipping_provider })}
          >
            <ListPlus aria-hidden="true" />
            {t("newWave")}
          </Button>
        }
      />
      <Figures
        view={view}
        queue={queue}
        shortNames={shortNames}
        today={today}
        onChange={turn}
        onWave={(service) => setWave({ service })}
      />
      <ListPage
        list={{ ...list, change: turn }}
        isStale={list.rows.isRefetchError || queue.isRefetchError}
        onRetry={() => void Promise.all([list.rows.refetch(), queue.refetch(), counts.refetch()])}
        tabs={<QueueTabLinks view={view} counts={counts.data} isPartial={counts.isPlaceholderData} onChange={turn} />}
        filters={
          <ListToolbar
            chosen={view.shipping_provider}
            searched={view.q ?? ""}
            isPending={list.isBusy}
            isFiltered={isFiltered(view)}
            providers={providers}
            onChange={turn}
            onClear={() => turn(NO_FILTERS)}
          >
            <MerchantFilter chosen={view.customer_eid} onChange={(customer_eid) => turn({ customer_eid })} />
          </ListToolbar>
        }
        empty={<NoRows view={rowsOf} onChange={turn} />}
        after={
          <SelectionBar
            shown={list.rows.data?.data ?? []}
            selection={selection}
            actions={actions}
            onWave={(orders) => setWave({ orders })}
          />
        }
      >
        {(rows, isBusy) => (
          <QueueRows
            rows={rows}
            view={view}
            shortNames={shortNames}
            selection={selection}
            actions={actions}
            onChange={turn}
            isBusy={isBusy}
          />
        )}
      </ListPage>
      {actions.dialogs}
      {wave ? (
        <NewWaveDialog
          firstService={wave.service}
          firstCutOff={view.until}
          merchant={view.customer_eid}
          orders={wave.orders}
          providers={providers}
          today={today}
          onClose={() => setWave(null)}
        />
      ) : null}
    </>
  );
}

/** What waits, by service, up to an hour. */
function Figures({
  view,
  queue,
  shortNames,
  today,
  onChange,
  onWave,
}: {
  view: View;
  queue: UseQueryResult<CallResult<"readQueue">>;
  shortNames: ReadonlyMap<string, string>;
  today: string;
  onChange: ChangeQueue;
  onWave: (service: string) => void;
}) {
  const t = useTranslations("warehouse.queue");
  return (
    <Section
      title={t("lanes.title")}
      flush
      className="mb-4"
      actions={<CutOff value={view.until} today={today} onChange={(until) => onChange({ until })} />}
    >
      {queue.data ? (
        <Lanes
          view={view}
          lanes={queue.data.provider_list}
          shortNames={shortNames}
          onChange={onChange}
          onWave={onWave}
        />
      ) : queue.isError ? (
        <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Section>
  );
}

/** Why there are no rows, and the next step. */
function NoRows({ view, onChange }: { view: View; onChange: ChangeQueue }) {
  const t = useTranslations("warehouse.queue.empty");
  const tEmpty = useTranslations("pickPack.empty");
  if (isFiltered(view))
    return (
      <NoMatch text={view.q} hint={view.tab === "all" ? undefined : t("inTab")} onClear={() => onChange(NO_FILTERS)}>
        {view.tab === "all" ? null : <Button onClick={() => onChange({ tab: "all" })}>{t("lookInAll")}</Button>}
      </NoMatch>
    );
  if (view.tab === "open" || view.tab === "all")
    return (
      <EmptyState
        icon={PackageCheck}
        title={t(view.tab === "open" ? "nothing" : "none")}
        description={t("nothingText")}
        {...(view.tab === "open"
          ? { actions: <Button onClick={() => onChange({ tab: "all" })}>{tEmpty("showAll")}</Button> }
          : {})}
      />
    );
  return (
    <EmptyState
      icon={Inbox}
      title={tEmpty("tab")}
      actions={<Button onClick={() => onChange({ tab: null })}>{t("toOpen")}</Button>}
    />
  );
}

/** The tabs of the queue with their exact counts. */
function QueueTabLinks({
  view,
  counts,
  isPartial,
  onChange,
}: {
  view: View;
  /** Of what the filters leave. */
  counts: DataOf<typeof countPickPack> | undefined;
  /** The counts are still those of other filters. */
  isPartial: boolean;
  onChange: ChangeQueue;
}) {
  const t = useTranslations("warehouse.queue.tabs");
  const { href } = useWarehouse();
  return (
    <TabLinks
      label={t("label")}
      current={view.tab}
      isPartial={isPartial || counts?.total_is_at_least === true}
      // All of them are seen, on a phone too.
      wraps
      linkClass="pointer-coarse:h-12"
      tabs={QUEUE_TABS.map((tab) => ({
        id: tab.id,
        label: t(tab.id),
        href: QUEUE_URL.listHref(href("/"), QUEUE_URL.changed(view, { tab: tab.id })),
        count: counts && countOf(tab, counts),
        onPress: () => onChange({ tab: tab.id }),
      }))}
    />
  );
}
