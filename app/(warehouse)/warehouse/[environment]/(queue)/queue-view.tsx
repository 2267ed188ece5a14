"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListProvider } from "@/app/(dashboard)/[environment]/orders/orders-table";
import { useSelection } from "@/app/(dashboard)/[environment]/orders/use-selection";
import { SearchField } from "@/app/(dashboard)/[environment]/pick-pack/search-field";
import { StaleNotice } from "@/app/(dashboard)/[environment]/pick-pack/stale-notice";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useWarehouse } from "@/components/warehouse/place";
import { useAttended } from "@/components/webhooks/use-attended";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { NewWaveDialog } from "../waves/new-wave-dialog";
import { CutOff } from "./cut-off";
import { Lanes } from "./lanes";
import { NoRows } from "./no-rows";
import { COUNT_PICK_PACK, LIST_PICK_PACK, READ_QUEUE } from "./operations";
import { QueueRows } from "./queue-rows";
import { laneQueryOf, listQueryOf, type QueueView as View } from "./queue-tabs";
import { type ChangeQueue, isFiltered, NO_FILTERS, useQueueUrl } from "./queue-url";
import { SelectionBar } from "./selection-bar";
import { TabLinks } from "./tab-links";
import { useQueueActions } from "./use-queue-actions";

const REFRESH_MS = 15_000;
const ANY = "any";
const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";

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
  const { where } = useWarehouse();
  const { shown, change, isPending } = useQueueUrl(view);
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
  const rows = list.data?.data ?? [];
  const total = list.data?.pagination.total ?? 0;
  // Nothing is done with what is not seen.
  const selected = rows.filter(({ order_id }) => selection.has(order_id));
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
        <Toolbar view={shown} searched={view.q ?? ""} providers={providers} onChange={turn} />
        {isWrong ? (
          <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
            {t("wrong")}
          </p>
        ) : null}
        {list.isRefetchError || queue.isRefetchError ? (
          <StaleNotice
            isFetching={list.isFetching || queue.isFetching}
            onRetry={() => void Promise.all([list.refetch(), queue.refetch(), counts.refetch()])}
          />
        ) : null}
        {list.isPending ? (
          <SkeletonRows />
        ) : !list.data ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <NoRows view={view} total={total} onChange={turn} />
        ) : (
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
        {total > 0 ? (
          <Pagination
            className="border-t border-line px-4 py-2"
            total={total}
            offset={Number(shown.offset)}
            limit={Number(shown.limit)}
            onChange={({ offset, limit }) => turn({ offset: String(offset), limit: String(limit) })}
          />
        ) : null}
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

function Toolbar({
  view,
  searched,
  providers,
  onChange,
}: {
  view: View;
  /** What the rows are searched for. */
  searched: string;
  providers: readonly ListProvider[];
  onChange: ChangeQueue;
}) {
  const t = useTranslations("warehouse.queue.filters");
  const chosen = view.shipping_provider;
  // A service that is no longer offered still has its orders.
  const isKnown = !chosen || providers.some(({ code }) => code === chosen);
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchField
        value={searched}
        onSearch={(q) => onChange({ q: q || null }, searched ? "replace" : "push")}
        className={cn(QUIET, "min-w-0 flex-1 basis-56 max-sm:basis-full")}
      />
      <Field label={t("service")} className={cn(QUIET, "w-48 max-sm:min-w-0 max-sm:flex-1")}>
        <NativeSelect
          value={chosen ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...providers.map(({ code, shortName }) => ({ value: code, label: shortName })),
            ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
          ]}
          onValueChange={(value) => onChange({ shipping_provider: value === ANY ? null : value })}
        />
      </Field>
      {/* Keeps its place when there is nothing to clear. */}
      <Button
        variant="ghost"
        size="icon"
        className={cn(!isFiltered(view) && "invisible")}
        aria-label={t("clear")}
        title={t("clear")}
        onClick={() => onChange(NO_FILTERS)}
      >
        <FilterX aria-hidden="true" />
      </Button>
    </search>
  );
}
