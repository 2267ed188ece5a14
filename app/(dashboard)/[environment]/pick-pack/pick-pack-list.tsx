"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Pagination } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "../orders/orders-table";
import { ListRows } from "./list-rows";
import { type ChangeList, isFiltered, NO_FILTERS, useListUrl } from "./list-url";
import { NoRows } from "./no-rows";
import { COUNT_PICK_PACK, LIST_PICK_PACK } from "./operations";
import { SearchField } from "./search-field";
import { StaleNotice } from "./stale-notice";
import { TabLinks } from "./tab-links";

const ANY = "any";
const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";

type Props = {
  /** What the URL asks for, judged by the server. */
  query: ListPickPackQuery;
  /** Whether something in the URL was not understood. */
  isWrong: boolean;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The merchant's pick-and-pack orders: tabs, search, filter, rows, pages. Its whole state stands in the URL. */
export function PickPackList({ query, isWrong, providers, today }: Props) {
  const t = useTranslations("pickPack");
  const { where } = usePlace();
  const { shown, change, isPending } = useListUrl(query);
  const counts = useQuery(lazyQueryFor(COUNT_PICK_PACK, {}, where));
  const list = useQuery({ ...lazyQueryFor(LIST_PICK_PACK, query, where), placeholderData: keepPreviousData });
  const hasOrders = counts.data ? counts.data.total > 0 : true;
  const total = list.data?.pagination.total ?? 0;

  return (
    <Section flush>
      <TabLinks query={shown} counts={counts.data} onChange={change} />
      {hasOrders || isFiltered(query) ? (
        <Toolbar query={shown} searched={query.q ?? ""} providers={providers} onChange={change} />
      ) : null}
      {isWrong ? (
        <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
          {t("wrong")}
        </p>
      ) : null}
      {list.isRefetchError ? <StaleNotice isFetching={list.isFetching} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <SkeletonRows />
      ) : !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.data.length === 0 ? (
        <NoRows query={query} total={total} hasOrders={hasOrders} onChange={change} />
      ) : (
        <ListRows
          rows={list.data.data}
          query={shown}
          providers={providers}
          today={today}
          onChange={change}
          isBusy={isPending || list.isPlaceholderData}
        />
      )}
      {total > 0 ? (
        <Pagination
          className="border-t border-line px-4 py-2"
          total={total}
          offset={Number(shown.offset)}
          limit={Number(shown.limit)}
          onChange={({ offset, limit }) => change({ offset: String(offset), limit: String(limit) })}
        />
      ) : null}
    </Section>
  );
}

function Toolbar({
  query,
  searched,
  providers,
  onChange,
}: {
  query: ListPickPackQuery;
  /** What the rows are searched for. */
  searched: string;
  providers: readonly ListProvider[];
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.filters");
  const chosen = query.shipping_provider;
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
        className={cn(!isFiltered(query) && "invisible")}
        aria-label={t("clear")}
        title={t("clear")}
        onClick={() => onChange(NO_FILTERS)}
      >
        <FilterX aria-hidden="true" />
      </Button>
    </search>
  );
}
