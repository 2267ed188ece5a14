"use client";

import { Inbox, PackageSearch, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import { type ChangeList, isFiltered, NO_FILTERS } from "./list-url";

/** Why there are no rows, and the next step. */
export function NoRows({
  query,
  total,
  hasOrders,
  onChange,
}: {
  query: ListPickPackQuery;
  total: number;
  hasOrders: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.empty");
  const { href } = usePlace();
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
        description={t("noMatchHint")}
        actions={<Button onClick={() => onChange(NO_FILTERS)}>{t("clear")}</Button>}
      />
    );
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
      actions={<LinkButton href={href("/orders/new?type=local")}>{t("newOrder")}</LinkButton>}
    />
  );
}
