"use client";

import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { useList } from "@/components/lists/use-list";
import { useShortcuts } from "@/components/shell/shortcuts";
import { useSupport } from "@/components/support/workspace";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { SkeletonRows } from "@/components/ui/skeleton";
import { UrlNotice } from "@/components/ui/url-notice";
import { useAttended } from "@/components/use-attended";
import type { ListView } from "@/lib/lists/list-url";
import { CaseList } from "./case-list";
import { CasePanel } from "./case-panel";
import { QueueFigures } from "./queue-figures";
import { QueueTabs } from "./queue-tabs";
import { casesQuery, QUEUE_URL, type QueueQuery } from "./queue-url";
import { useCaseChanges } from "./use-cases";

const REFRESH_MS = 15_000;

/** The queue on the left and the chosen case on the right; one of them on small screens. */
export function QueueView({ view }: { view: ListView<QueueQuery> }) {
  const t = useTranslations("support.queue");
  const tList = useTranslations("ui.list");
  const { href } = useSupport();
  const refreshMs = useAttended() && REFRESH_MS;
  const changes = useCaseChanges();
  const options = { base: href("/queue"), url: QUEUE_URL, inputOf: casesQuery, refreshMs };
  const list = useList("listCases", view, options);
  const { query, rowsOf, change } = list;
  const { case: chosen = null } = query;
  const rows = list.rows.data?.data ?? [];
  const at = rows.findIndex(({ case_id }) => case_id === chosen);
  const idAt = (index: number) => rows[index]?.case_id ?? null;
  const toCase = (id: string | null) => ({ case: id, offset: query.offset });
  const linkTo = (id: string | null) => ({ href: list.hrefOf(toCase(id)), onPress: () => change(toCase(id)) });
  const open = (id: string | null) => {
    if (id) change(toCase(id));
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
        <QueueTabs query={query} hrefOf={list.hrefOf} onChange={change} />
        <UrlNotice>{list.wrong.length > 0 ? tList("wrong") : null}</UrlNotice>
        <ListBody
          list={list.rows}
          page={query}
          onTurn={change}
          skeleton={<SkeletonRows rows={6} />}
          empty={<EmptyState icon={Inbox} title={t(rowsOf.state === "closed" ? "noneClosed" : "none")} />}
        >
          {(cases) => (
            <CaseList
              key={JSON.stringify(Object.entries(casesQuery(rowsOf)).sort())}
              rows={cases}
              chosen={chosen}
              linkTo={linkTo}
              changes={changes}
            />
          )}
        </ListBody>
      </section>
      {chosen ? (
        <CasePanel
          key={chosen}
          id={chosen}
          back={linkTo(null)}
          previous={previous ? linkTo(previous) : null}
          next={next ? linkTo(next) : null}
          changes={changes}
          onClosed={() => change(toCase(next ?? previous))}
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
