"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, ListTree, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList, useListQuery } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { queryFor } from "@/lib/api-client";
import type { ListView } from "@/lib/lists/list-url";
import { EventRows } from "../event-rows";
import { CallDrawer } from "./call-drawer";
import { CallRows } from "./call-rows";
import { ErrorGroups } from "./error-groups";
import { LogToolbar, NO_FILTERS } from "./log-toolbar";
import { callsQuery, errorsQuery, eventsOf, LOG_URL, type LogView } from "./requests-url";

const TABS = [
  { id: "calls", change: { tab: null } },
  { id: "errors", change: { tab: "errors", request: null } },
] as const;

/** The request log: calls or their errors in groups; beside a search the events of what it names. Its state is in the URL. */
export function RequestLog({ view: first }: { view: ListView<LogView> }) {
  const { query: view, change } = useLogView(first);
  const close = () => change({ request: null, offset: view.offset }, "replace");
  const Listed = view.tab ? Groups : Calls;
  return (
    <div className="flex flex-col gap-4">
      <Listed view={first} />
      {view.q && !view.tab ? <FoundEvents q={view.q} /> : null}
      {view.request ? <CallDrawer requestId={view.request} onClose={close} /> : null}
    </div>
  );
}

function useLogView(view: ListView<LogView>) {
  const { href } = useWorkspace();
  return useListQuery(view, { base: href("/developers/requests"), url: LOG_URL });
}

function Tabs({ view }: { view: ListView<LogView> }) {
  const t = useTranslations("developers.requests");
  const { query, hrefOf, change } = useLogView(view);
  return (
    <TabLinks
      label={t("tabs.label")}
      current={query.tab ?? "calls"}
      tabs={TABS.map(({ id, change: next }) => ({
        id,
        label: t(`tabs.${id}`),
        href: hrefOf(next),
        onPress: () => change(next),
      }))}
    />
  );
}

function Calls({ view }: { view: ListView<LogView> }) {
  const t = useTranslations("developers.requests");
  const { href } = useWorkspace();
  const options = { base: href("/developers/requests"), url: LOG_URL, inputOf: callsQuery };
  const list = useList("listRequests", view, options);
  const { query, rowsOf, change, hrefOf } = list;
  const isFiltered = Object.keys(NO_FILTERS).some((field) => rowsOf[field as keyof typeof NO_FILTERS]);
  return (
    <ListPage
      list={list}
      tabs={<Tabs view={view} />}
      filters={<LogToolbar view={query} isPending={list.isBusy} onChange={change} />}
      empty={
        isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t("noMatch")}
            actions={
              <Button onClick={() => change(NO_FILTERS)}>
                <FilterX aria-hidden="true" />
                {t("filters.clear")}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={ListTree} title={t("empty.title")} description={t("empty.text")} />
        )
      }
    >
      {(rows, isBusy) => (
        <CallRows
          rows={rows}
          open={query.request}
          hrefOf={hrefOf}
          onOpen={(request) => change({ request, offset: query.offset })}
          isBusy={isBusy}
        />
      )}
    </ListPage>
  );
}

function Groups({ view }: { view: ListView<LogView> }) {
  const t = useTranslations("developers.requests");
  const { href } = useWorkspace();
  const options = { base: href("/developers/requests"), url: LOG_URL, inputOf: errorsQuery };
  const list = useList("listRequestErrors", view, options);
  return (
    <ListPage
      list={list}
      tabs={<Tabs view={view} />}
      filters={<LogToolbar view={list.query} isPending={list.isBusy} onChange={list.change} />}
      empty={<EmptyState icon={ListTree} title={t("groups.none")} description={t("groups.noneText")} />}
    >
      {(rows, isBusy) => <ErrorGroups rows={rows} hrefOf={list.hrefOf} isBusy={isBusy} />}
    </ListPage>
  );
}

/** The events of what is searched for, with their deliveries' attempts. */
function FoundEvents({ q }: { q: string }) {
  const t = useTranslations("developers.requests");
  const { where } = useWorkspace();
  const list = useQuery({ ...queryFor("listSentEvents", eventsOf(q), where), placeholderData: keepPreviousData });
  return (
    <Section flush title={t("events.title", { text: q })} description={t("events.about")}>
      <ListBody list={list} empty={<p className="px-4 py-6 text-center text-muted">{t("events.none")}</p>}>
        {(rows) => <EventRows rows={rows} isAside isBusy={list.isPlaceholderData} />}
      </ListBody>
    </Section>
  );
}
