"use client";

import { Inbox, PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { NoMatch } from "@/components/orders/no-match";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { QueueView } from "@/components/warehouse/queue-tabs";
import { type ChangeQueue, isFiltered, NO_FILTERS } from "./queue-url";

/** Why there are no rows, and the next step. */
export function NoRows({ view, onChange }: { view: QueueView; onChange: ChangeQueue }) {
  const t = useTranslations("warehouse.queue.empty");
  const words = useTranslations("pickPack.empty");
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
          ? { actions: <Button onClick={() => onChange({ tab: "all" })}>{words("showAll")}</Button> }
          : {})}
      />
    );
  return (
    <EmptyState
      icon={Inbox}
      title={words("tab")}
      actions={<Button onClick={() => onChange({ tab: null })}>{t("toOpen")}</Button>}
    />
  );
}
