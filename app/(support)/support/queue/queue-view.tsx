"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useShortcuts } from "@/components/shell/shortcuts";
import { PageLinks } from "@/components/support/page-links";
import { useSupport } from "@/components/support/place";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useAttended } from "@/components/use-attended";
import { queryFor } from "@/lib/api-client";
import type { ListCasesQuery } from "@/lib/contracts/case";
import { CaseList } from "./case-list";
import { CasePanel } from "./case-panel";
import { QueueFigures } from "./queue-figures";
import { QueueTabs } from "./queue-tabs";
import { queuePath } from "./queue-url";
import { useCaseChanges } from "./use-cases";

const REFRESH_MS = 15_000;

/** The queue on the left and the chosen case on the right; one of them on small screens. */
export function QueueView({ query, chosen }: { query: ListCasesQuery; chosen: string | null }) {
  const t = useTranslations("support.queue");
  const { where, href, environment } = useSupport();
  const router = useRouter();
  const isAttended = useAttended();
  const changes = useCaseChanges();
  const read = useQuery({
    ...queryFor("listCases", query, where),
    refetchInterval: isAttended ? REFRESH_MS : false,
    placeholderData: (before) => before,
  });
  const { limit, offset, ...narrowed } = query;
  const rows = read.data?.data ?? [];
  const at = rows.findIndex(({ case_id }) => case_id === chosen);
  const hrefOf = (id: string | null) => href(queuePath(query, id));
  const idAt = (index: number) => rows[index]?.case_id ?? null;
  const open = (id: string | null) => {
    if (id) router.push(hrefOf(id), { scroll: false });
  };
  const next = idAt(at + 1);
  const previous = at > 0 ? idAt(at - 1) : null;
  useShortcuts([
    { keys: ["j"], label: t("keys.next"), run: () => open(next) },
    { keys: ["k"], label: t("keys.previous"), run: () => open(previous) },
    { keys: ["c"], label: t("keys.claim"), run: () => void (chosen && changes.claim([chosen])) },
  ]);

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)]">
      <section
        aria-label={t("title")}
        className={cn("min-w-0 rounded-lg border border-line bg-surface", chosen && "max-lg:hidden")}
      >
        <h1 className="px-4 pt-4 text-lg font-semibold">{t("title")}</h1>
        <QueueTabs query={query} />
        {read.isPending ? <SkeletonRows rows={6} /> : null}
        {read.isError && !read.data ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
        {read.data && rows.length === 0 ? (
          <EmptyState icon={Inbox} title={t(query.state === "closed" ? "noneClosed" : "none")} />
        ) : null}
        {rows.length > 0 ? (
          <CaseList key={queuePath(query)} rows={rows} chosen={chosen} hrefOf={hrefOf} changes={changes} />
        ) : null}
        <PageLinks
          total={read.data?.pagination.total ?? 0}
          offset={Number(offset)}
          limit={Number(limit)}
          path="/support/queue"
          query={{ ...narrowed, environment }}
        />
      </section>
      {chosen ? (
        <CasePanel
          key={chosen}
          id={chosen}
          backHref={hrefOf(null)}
          previous={previous && hrefOf(previous)}
          next={next && hrefOf(next)}
          changes={changes}
          onClosed={() => router.push(hrefOf(next ?? previous), { scroll: false })}
        />
      ) : (
        <div className="flex min-w-0 flex-col gap-4">
          <div className="rounded-lg border border-dashed border-line max-lg:hidden">
            <EmptyState icon={Inbox} title={t("choose")} description={t("chooseHint")} />
          </div>
          <QueueFigures />
        </div>
      )}
    </div>
  );
}
