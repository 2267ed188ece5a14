"use client";

import { FilterX, Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { SearchField } from "@/components/lists/search-field";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { EVENTS } from "@/components/webhooks/events";
import type { InputOf } from "@/lib/contracts/contract";
import type { listSentEvents } from "@/lib/contracts/request";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { EventRows } from "../event-rows";

type Query = InputOf<typeof listSentEvents>;

const EVENTS_URL = listUrl<Query>({ limit: "20", offset: "0" });
const ANY = "any";
const NO_FILTERS = { q: null, event: null };

/** Events across all endpoints. The list's whole state is in the URL. */
export function EventList({ view }: { view: ListView<Query> }) {
  const t = useTranslations("developers.events");
  const { href } = useWorkspace();
  const list = useList("listSentEvents", view, { base: href("/developers/events"), url: EVENTS_URL });
  const { query, rowsOf, change } = list;
  const clear = () => change(NO_FILTERS);
  const isFiltered = ({ q, event }: Query) => Boolean(q || event);
  return (
    <ListPage
      list={list}
      filters={
        <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
          <SearchField
            label={t("q")}
            placeholder={t("placeholder")}
            value={query.q ?? ""}
            isPending={list.isBusy}
            onSearch={(q) => change({ q: q || null }, query.q ? "replace" : "push")}
            className="quiet min-w-0 flex-1 basis-56 max-sm:basis-full"
          />
          <Field label={t("columns.event")} className="quiet w-52 max-sm:min-w-0 max-sm:flex-1">
            <NativeSelect
              value={query.event ?? ANY}
              options={[{ value: ANY, label: t("any") }, ...EVENTS.map((value) => ({ value, label: value }))]}
              onValueChange={(value) => change({ event: value === ANY ? null : value })}
            />
          </Field>
          {/* Keeps its space when there is nothing to clear. */}
          <Button
            variant="ghost"
            size="icon"
            className={cn(!isFiltered(query) && "invisible")}
            aria-label={t("clear")}
            title={t("clear")}
            onClick={clear}
          >
            <FilterX aria-hidden="true" />
          </Button>
        </search>
      }
      empty={
        isFiltered(rowsOf) ? (
          <EmptyState icon={SearchX} title={t("noMatch")} actions={<Button onClick={clear}>{t("clear")}</Button>} />
        ) : (
          <EmptyState icon={Inbox} title={t("none")} description={t("noneText")} />
        )
      }
    >
      {(rows, isBusy) => <EventRows rows={rows} isBusy={isBusy} />}
    </ListPage>
  );
}
