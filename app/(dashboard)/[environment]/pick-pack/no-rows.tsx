"use client";

import { Inbox, PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { NoMatch } from "@/components/orders/no-match";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import { type ChangeList, isFiltered, NO_FILTERS } from "./pick-pack-url";

/** Why there are no rows, and the next step. */
export function NoRows({
  query,
  hasOrders,
  onChange,
}: {
  query: ListPickPackQuery;
  hasOrders: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.empty");
  const { href, may } = usePlace();
  if (isFiltered(query)) return <NoMatch text={query.q} onClear={() => onChange(NO_FILTERS)} />;
  if (hasOrders)
    return (
      <EmptyState
        icon={Inbox}
        title={t("tab")}
        actions={<Button onClick={() => onChange({ status: null, is_cancel_requested: null })}>{t("showAll")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={PackageSearch}
      title={t("none")}
      description={t("noneText")}
      actions={
        may("createOrder") ? <LinkButton href={href("/orders/new?type=local")}>{t("newOrder")}</LinkButton> : null
      }
    />
  );
}
