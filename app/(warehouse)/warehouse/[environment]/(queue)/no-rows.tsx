"use client";

import { Inbox, PackageCheck, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { QueueView } from "./queue-tabs";
import { type ChangeQueue, isFiltered, NO_FILTERS } from "./queue-url";

/** Why there are no rows, and the next step. */
export function NoRows({ view, total, onChange }: { view: QueueView; total: number; onChange: ChangeQueue }) {
  const t = useTranslations("warehouse.queue.empty");
  const words = useTranslations("pickPack.empty");
  if (total > 0)
    return (
      <EmptyState
        icon={Inbox}
        title={words("pastEnd")}
        actions={<Button onClick={() => onChange({ offset: "0" })}>{words("firstPage")}</Button>}
      />
    );
  if (isFiltered(view))
    return (
      <EmptyState
        icon={SearchX}
        title={view.q ? words("noMatchFor", { text: view.q }) : words("noMatch")}
        description={view.tab === "all" ? words("noMatchHint") : t("inTab")}
        actions={
          <>
            {view.tab === "all" ? null : <Button onClick={() => onChange({ tab: "all" })}>{t("lookInAll")}</Button>}
            <Button onClick={() => onChange(NO_FILTERS)}>{words("clear")}</Button>
          </>
        }
      />
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
