"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/workspace";
import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/components/ui/view-link";
import { queryFor } from "@/lib/api-client";
import { CASE_KINDS, type CaseKind } from "@/lib/cases";
import { formatNumber } from "@/lib/format";
import type { ChangeList, ListChange } from "@/lib/lists/list-url";
import { NO_FILTERS, type QueueQuery } from "./queue-url";

/** All, mine, not claimed and closed; below them the kinds of which there are any. */
export function QueueTabs({
  query,
  hrefOf,
  onChange,
}: {
  query: QueueQuery;
  hrefOf: (change: ListChange<QueueQuery>) => string;
  onChange: ChangeList<QueueQuery>;
}) {
  const t = useTranslations("support.queue");
  const { where } = useSupport();
  const { kind, state, claimed, account_id } = query;
  const counts = useQuery(queryFor("countCases", account_id ? { account_id } : {}, where)).data;
  const link = (change: ListChange<QueueQuery>) => ({ href: hrefOf(change), onPress: () => onChange(change) });
  const views = [
    { id: "all", to: {}, count: counts?.all, isCurrent: state === "open" && !claimed },
    { id: "mine", to: { claimed: "mine" }, count: counts?.mine, isCurrent: state === "open" && claimed === "mine" },
    {
      id: "unclaimed",
      to: { claimed: "none" },
      count: counts?.unclaimed,
      isCurrent: state === "open" && claimed === "none",
    },
    { id: "closed", to: { state: "closed" }, count: undefined, isCurrent: state === "closed" },
  ] as const;
  const present = CASE_KINDS.filter((each) => each === kind || (counts?.kinds[each] ?? 0) > 0);
  return (
    <div className="border-b border-line px-4 pt-3 pb-2">
      <nav aria-label={t("views")} className="flex gap-0.5 rounded-md bg-hover p-0.5">
        {views.map(({ id, to, count, isCurrent }) => (
          <ViewLink
            key={id}
            {...link({ ...NO_FILTERS, ...to })}
            aria-current={isCurrent ? "page" : undefined}
            className={cn(
              "flex h-8 flex-1 items-center justify-center gap-1 rounded-sm px-1 text-xs font-semibold whitespace-nowrap no-underline",
              isCurrent ? "bg-surface text-text shadow-xs" : "text-muted hover:text-text",
            )}
          >
            {t(`tabs.${id}`)}
            {count === undefined ? null : <span className="tabular-nums">{formatNumber(count)}</span>}
          </ViewLink>
        ))}
      </nav>
      {account_id ? (
        <p className="mt-2 flex justify-between gap-2 text-xs">
          {t("facts.account", { id: account_id })}
          <ViewLink {...link({ ...NO_FILTERS, account_id: null })} className="font-semibold text-accent">
            {t("allMerchants")}
          </ViewLink>
        </p>
      ) : null}
      {present.length > 0 ? (
        <nav aria-label={t("ofKind")} className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5">
          {present.map((each: CaseKind) => (
            <ViewLink
              key={each}
              {...link({ kind: each === kind ? null : each, case: null })}
              aria-current={each === kind ? "true" : undefined}
              className={cn(
                "flex min-h-6 items-center gap-1 rounded-sm text-xs no-underline hover:text-text hover:underline",
                each === kind ? "font-semibold text-accent" : "text-muted",
              )}
            >
              {t(`kinds.${each}`)}
              {state === "open" ? (
                <span className="font-semibold tabular-nums text-text">{formatNumber(counts?.kinds[each] ?? 0)}</span>
              ) : null}
            </ViewLink>
          ))}
        </nav>
      ) : null}
    </div>
  );
}
