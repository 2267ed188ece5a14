"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
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
import { useAttended } from "@/components/use-attended";
import { useListUrl } from "@/components/use-list-url";
import { useSelection } from "@/components/use-selection";
import { useWarehouse } from "@/components/warehouse/place";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { NewWaveDialog } from "../waves/new-wave-dialog";
import { CutOff } from "./cut-off";
import { Lanes } from "./lanes";
import { NoRows } from "./no-rows";
import { COUNT_PICK_PACK, LIST_PICK_PACK, READ_QUEUE } from "./operations";
import { QueueRows } from "./queue-rows";
import { laneQueryOf, listQueryOf, type QueueView as View } from "./queue-tabs";
import { type ChangeQueue, isFiltered, NO_FILTERS, QUEUE_URL } from "./queue-url";
import { SelectionBar } from "./selection-bar";
import { TabLinks } from "./tab-links";
import { useQueueActions } from "./use-queue-actions";

const REFRESH_MS = 15_000;

type Props = {
  /** What the URL asks for, judged by the server. */
  view: View;
  /** Whether something in the URL was not understood. */
  isWrong: boolean;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The warehouse's queue over every merchant: figures by service, tabs, search, rows and what is done with them. */
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
  const [wave, setWave] = useState<{ service?: string | undefined } | null>(null);
  const refetchInterval = useAttended() ? REFRESH_MS : false;
  const placeholderData = keepPreviousData;

  const counts = useQuery({ ...lazyQueryFor(COUNT_PICK_PACK, {}, where), refetchInterval });
  const queue = useQuery({
    ...lazyQueryFor(READ_QUEUE, laneQueryOf(view), where),
    refetchInterval,
    placeholderData,
  });
  const list = useQuery({
    ...lazyQueryFor(LIST_PICK_PACK, listQueryOf(view), where),
    refetchInterval,
    placeholderData,
  });
  // Nothing is done with what is not seen.
  const selected = (list.data?.data ?? []).filter(({ order_id }) => selection.has(order_id));
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
      <Section
        title={t("lanes.title")}
        flush
        className="mb-4"
        actions={<CutOff value={shown.until} today={today} onChange={(until) => turn({ until })} />}
      >
        {queue.data ? (
          <Lanes
            view={shown}
            lanes={queue.data.provider_list}
            shortNames={shortNames}
            onChange={turn}
            onWave={(service) => setWave({ service })}
          />
        ) : queue.isError ? (
          <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </Section>
      <Section flush>
        <TabLinks view={shown} counts={counts.data} onChange={turn} />
        <ListToolbar
          chosen={shown.shipping_provider}
          searched={view.q ?? ""}
          isPending={isPending}
          isFiltered={isFiltered(shown)}
          providers={providers}
          onChange={turn}
          onClear={() => turn(NO_FILTERS)}
        />
        {isWrong ? (
          <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
            {t("wrong")}
          </p>
        ) : null}
        <ListBody
          list={list}
          page={shown}
          isStale={list.isRefetchError || queue.isRefetchError}
          onRetry={() => void Promise.all([list.refetch(), queue.refetch(), counts.refetch()])}
          onTurn={turn}
          empty={(total) => <NoRows view={view} total={total} onChange={turn} />}
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
        {selected.length > 0 ? <SelectionBar rows={selected} actions={actions} onClear={selection.clear} /> : null}
      </Section>
      {actions.dialogs}
      {wave ? (
        <NewWaveDialog
          firstService={wave.service}
          firstCutOff={shown.until}
          providers={providers}
          today={today}
          onClose={() => setWave(null)}
        />
      ) : null}
    </>
  );
}
