"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { ListBody } from "@/components/ui/list-body";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { UrlNotice } from "@/components/ui/url-notice";
import { useAttended } from "@/components/use-attended";
import { useListUrl } from "@/components/use-list-url";
import { useSelection } from "@/components/use-selection";
import { CutOff } from "@/components/warehouse/cut-off";
import { MerchantFilter } from "@/components/warehouse/merchant-filter";
import { NewWaveDialog } from "@/components/warehouse/new-wave-dialog";
import { useWarehouse } from "@/components/warehouse/place";
import { countQueryOf, laneQueryOf, listQueryOf, type QueueView as View } from "@/components/warehouse/queue-tabs";
import { type CallResult, queryFor } from "@/lib/api-client";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/list-provider";
import { Lanes } from "./lanes";
import { NoRows } from "./no-rows";
import { QueueRows } from "./queue-rows";
import { QueueTabLinks } from "./queue-tab-links";
import { type ChangeQueue, isFiltered, NO_FILTERS, QUEUE_URL } from "./queue-url";
import { SelectionBar } from "./selection-bar";
import { useQueueActions } from "./use-queue-actions";

const REFRESH_MS = 15_000;

type Props = {
  /** The view in the URL, judged by the server. */
  view: View;
  /** Whether part of the URL was not understood. */
  isWrong: boolean;
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

function Queue({ view, isWrong, providers, today }: Props) {
  const t = useTranslations("warehouse.queue");
  const { where, href } = useWarehouse();
  const { shown, change, isPending } = useListUrl(view, href("/"), QUEUE_URL);
  const selection = useSelection();
  const actions = useQueueActions((ids) => selection.set(ids, false));
  const [wave, setWave] = useState<{ service?: string | undefined; orders?: readonly PickPackRow[] } | null>(null);
  const refetchInterval = useAttended() ? REFRESH_MS : false;
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
  const list = useQuery({
    ...queryFor("listPickPack", listQueryOf(view), where),
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
            onClick={() => setWave({ service: shown.shipping_provider })}
          >
            <ListPlus aria-hidden="true" />
            {t("newWave")}
          </Button>
        }
      />
      <Figures
        view={shown}
        queue={queue}
        shortNames={shortNames}
        today={today}
        onChange={turn}
        onWave={(service) => setWave({ service })}
      />
      <Section flush>
        <QueueTabLinks view={shown} counts={counts.data} isPartial={counts.isPlaceholderData} onChange={turn} />
        <ListToolbar
          chosen={shown.shipping_provider}
          searched={view.q ?? ""}
          isPending={isPending}
          isFiltered={isFiltered(shown)}
          providers={providers}
          onChange={turn}
          onClear={() => turn(NO_FILTERS)}
        >
          <MerchantFilter chosen={shown.customer_eid} onChange={(customer_eid) => turn({ customer_eid })} />
        </ListToolbar>
        <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
        <ListBody
          list={list}
          page={shown}
          isStale={list.isRefetchError || queue.isRefetchError}
          onRetry={() => void Promise.all([list.refetch(), queue.refetch(), counts.refetch()])}
          onTurn={turn}
          empty={<NoRows view={view} onChange={turn} />}
        >
          {(rows) => (
            <QueueRows
              rows={rows}
              view={shown}
              shortNames={shortNames}
              selection={selection}
              actions={actions}
              onChange={turn}
              isBusy={isPending || list.isPlaceholderData}
            />
          )}
        </ListBody>
        <SelectionBar
          shown={list.data?.data ?? []}
          selection={selection}
          actions={actions}
          onWave={(orders) => setWave({ orders })}
        />
      </Section>
      {actions.dialogs}
      {wave ? (
        <NewWaveDialog
          firstService={wave.service}
          firstCutOff={shown.until}
          merchant={shown.customer_eid}
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
