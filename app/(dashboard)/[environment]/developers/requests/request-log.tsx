"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, ListTree, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { queryFor } from "@/lib/api-client";
import { EventRows } from "../event-rows";
import { CallDrawer } from "./call-drawer";
import { CallRows } from "./call-rows";
import { ErrorGroups } from "./error-groups";
import { LogToolbar, NO_FILTERS } from "./log-toolbar";
import { type ChangeView, callsQuery, errorsQuery, eventsOf, LOG_URL, type LogView } from "./requests-url";

const TABS = [
  { id: "calls", change: { tab: null } },
  { id: "errors", change: { tab: "errors", request: null } },
] as const;

/** The request log: calls or their errors in groups; beside a search the events of what it names. Its state is in the URL. */
export function RequestLog({ view, isWrong }: { view: LogView; isWrong: boolean }) {
  const t = useTranslations("developers.requests");
  const { href } = usePlace();
  const base = href("/developers/requests");
  const { shown, change, isPending } = useListUrl(view, base, LOG_URL);
  const hrefOf = (next: Parameters<ChangeView>[0]) => LOG_URL.listHref(base, LOG_URL.changed(shown, next));
  const close = () => change({ request: null, offset: shown.offset }, "replace");
  const Rows = view.tab ? Groups : Calls;
  return (
    <div className="flex flex-col gap-4">
      <Section flush>
        <TabLinks
          label={t("tabs.label")}
          current={shown.tab ?? "calls"}
          tabs={TABS.map(({ id, change: next }) => ({
            id,
            label: t(`tabs.${id}`),
            href: hrefOf(next),
            onPress: () => change(next),
          }))}
        />
        <LogToolbar view={shown} searched={view.q ?? ""} isPending={isPending} onChange={change} />
        <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
        <Rows view={shown} isPending={isPending} hrefOf={hrefOf} onChange={change} />
      </Section>
      {view.q && !view.tab ? <FoundEvents q={view.q} /> : null}
      {shown.request ? <CallDrawer requestId={shown.request} onClose={close} /> : null}
    </div>
  );
}

type RowsProps = {
  view: LogView;
  isPending: boolean;
  hrefOf: (next: Parameters<ChangeView>[0]) => string;
  onChange: ChangeView;
};

function Calls({ view, isPending, hrefOf, onChange }: RowsProps) {
  const t = useTranslations("developers.requests");
  const { where } = usePlace();
  const list = useQuery({ ...queryFor("listRequests", callsQuery(view), where), placeholderData: keepPreviousData });
  const isFiltered = Object.keys(NO_FILTERS).some((field) => view[field as keyof typeof NO_FILTERS]);
  return (
    <ListBody
      list={list}
      page={view}
      onTurn={onChange}
      empty={
        isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t("noMatch")}
            actions={
              <Button onClick={() => onChange(NO_FILTERS)}>
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
      {(rows) => (
        <CallRows
          rows={rows}
          open={view.request}
          hrefOf={hrefOf}
          onOpen={(request) => onChange({ request, offset: view.offset })}
          isBusy={isPending || list.isPlaceholderData}
        />
      )}
    </ListBody>
  );
}

function Groups({ view, isPending, hrefOf, onChange }: RowsProps) {
  const t = useTranslations("developers.requests");
  const { where } = usePlace();
  const list = useQuery({
    ...queryFor("listRequestErrors", errorsQuery(view), where),
    placeholderData: keepPreviousData,
  });
  return (
    <ListBody
      list={list}
      page={view}
      onTurn={onChange}
      empty={<EmptyState icon={ListTree} title={t("groups.none")} description={t("groups.noneText")} />}
    >
      {(rows) => <ErrorGroups rows={rows} hrefOf={hrefOf} isBusy={isPending || list.isPlaceholderData} />}
    </ListBody>
  );
}

/** The events of what is searched for, with their deliveries' attempts. */
function FoundEvents({ q }: { q: string }) {
  const t = useTranslations("developers.requests");
  const { where } = usePlace();
  const list = useQuery({ ...queryFor("listSentEvents", eventsOf(q), where), placeholderData: keepPreviousData });
  return (
    <Section flush title={t("events.title", { text: q })} description={t("events.about")}>
      <ListBody list={list} empty={<p className="px-4 py-6 text-center text-muted">{t("events.none")}</p>}>
        {(rows) => <EventRows rows={rows} isAside isBusy={list.isPlaceholderData} />}
      </ListBody>
    </Section>
  );
}
