"use client";

import { Inbox, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { NoMatch } from "@/components/orders/no-match";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { isFiltered, NO_FILTERS } from "./list-filters";
import { tabOf } from "./list-tabs";
import type { ChangeList } from "./orders-url";

/** Why there are no rows, and the next step. */
export default function NoRows({
  query,
  hasOrders,
  onChange,
}: {
  query: ListOrdersQuery;
  hasOrders: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.empty");
  const { href, environment, may } = usePlace();
  if (isFiltered(query)) return <NoMatch text={query.q} onClear={() => onChange(NO_FILTERS)} />;
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
        may("createOrder") ? (
          <>
            <LinkButton href={href("/orders/new?type=local")}>{t("newLocal")}</LinkButton>
            <LinkButton href={href("/orders/new?type=intl")}>{t("newIntl")}</LinkButton>
          </>
        ) : null
      }
    />
  );
}
