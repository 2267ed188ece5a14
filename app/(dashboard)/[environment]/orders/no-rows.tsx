"use client";

import { Inbox, Package, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { isFiltered, NO_FILTERS } from "./list-states";
import { tabOf } from "./list-tabs";
import type { ChangeList } from "./list-url";

/** Why there are no rows, and the next step. */
export default function NoRows({
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
