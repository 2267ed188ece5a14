"use client";

import { Inbox, Package, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { tabOf } from "./list-tabs";
import type { ChangeList, ListChange } from "./list-url";

/** The filters beside the tab; taking them away is what "clear filters" does. */
export const NO_FILTERS = {
  q: null,
  ship_type: null,
  shipping_provider: null,
  created_from: null,
  created_to: null,
} as const satisfies ListChange;

/** Whether anything but the tab narrows the list. */
export function isFiltered(query: ListOrdersQuery): boolean {
  return Object.keys(NO_FILTERS).some((field) => query[field as keyof typeof NO_FILTERS]);
}

// The columns of list-rows.tsx; the last one that is shown ends where prices end.
const SKELETON = "grid-cols-[1rem_8rem_6rem_minmax(0,1fr)_6.5rem_7rem_8rem_6rem]";

/** A list on its way, in the size of what comes. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingRegion className="@container">
      <div className="h-9 border-b border-line @max-2xl:hidden" />
      <div className="divide-y divide-line">
        {Array.from({ length: Math.min(rows, 20) }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            key={index}
            className={cn(
              "grid h-10 items-center gap-x-4 px-4 @max-2xl:h-32 @max-2xl:grid-cols-[minmax(0,1fr)_6rem]",
              SKELETON,
            )}
          >
            <Skeleton className="@max-2xl:hidden" />
            <Skeleton />
            <Skeleton className="@max-2xl:order-1 @max-2xl:h-6" />
            <Skeleton className="w-28 max-w-full @max-2xl:order-2" />
            <Skeleton className="@max-2xl:order-3" />
            <Skeleton className="h-6 @max-2xl:hidden" />
            <Skeleton className="@max-2xl:hidden" />
            <Skeleton className="@max-2xl:hidden" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}

/** Why there are no rows, and the next step. */
export function NoRows({
  query,
  total,
  hasOrders,
  onChange,
}: {
  query: ListOrdersQuery;
  total: number;
  hasOrders: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.empty");
  const { href, environment } = usePlace();
  if (total > 0)
    return (
      <EmptyState
        icon={Inbox}
        title={t("pastEnd")}
        actions={<Button onClick={() => onChange({ offset: "0" })}>{t("firstPage")}</Button>}
      />
    );
  if (isFiltered(query))
    return (
      <EmptyState
        icon={SearchX}
        title={query.q ? t("noMatchFor", { text: query.q }) : t("noMatch")}
        description={isTurnedAround(query) ? t("datesTurned") : t("noMatchHint")}
        actions={<Button onClick={() => onChange(NO_FILTERS)}>{t("clear")}</Button>}
      />
    );
  if (hasOrders) {
    const tab = tabOf(query.status)?.id ?? "all";
    return (
      <EmptyState
        icon={Inbox}
        title={t(`tab.${tab}`)}
        actions={<Button onClick={() => onChange({ status: null })}>{t("showAll")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Package}
      title={t("none")}
      description={t(environment === "testing" ? "noneTesting" : "noneProduction")}
      actions={
        <>
          <LinkButton href={href("/orders/new?type=local")}>{t("newLocal")}</LinkButton>
          <LinkButton href={href("/orders/new?type=intl")}>{t("newIntl")}</LinkButton>
        </>
      }
    />
  );
}

function isTurnedAround({ created_from, created_to }: ListOrdersQuery): boolean {
  return Boolean(created_from && created_to && created_from > created_to);
}
