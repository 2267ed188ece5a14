"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { SearchField } from "@/components/search-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { ListBody } from "@/components/ui/list-body";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { EVENTS } from "@/components/webhooks/events";
import { queryFor } from "@/lib/api-client";
import type { InputOf } from "@/lib/contracts/contract";
import type { listSentEvents } from "@/lib/contracts/request";
import { listUrl } from "@/lib/list-url";
import { EventRows } from "../event-rows";

type Query = InputOf<typeof listSentEvents>;

const EVENTS_URL = listUrl<Query>({ limit: "20", offset: "0" });
const ANY = "any";
const NO_FILTERS = { q: null, event: null };

/** Events across all endpoints. The list's whole state is in the URL. */
export function EventList({ query, isWrong }: { query: Query; isWrong: boolean }) {
  const t = useTranslations("developers.events");
  const { where, href } = usePlace();
  const { shown, change, isPending } = useListUrl(query, href("/developers/events"), EVENTS_URL);
  const list = useQuery({ ...queryFor("listSentEvents", query, where), placeholderData: keepPreviousData });
  const clear = () => change(NO_FILTERS);
  const isFiltered = Boolean(query.q || query.event);
  return (
    <Section flush>
      <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
        <SearchField
          label={t("q")}
          placeholder={t("placeholder")}
          value={query.q ?? ""}
          isPending={isPending}
          onSearch={(q) => change({ q: q || null }, query.q ? "replace" : "push")}
          className="quiet min-w-0 flex-1 basis-56 max-sm:basis-full"
        />
        <Field label={t("columns.event")} className="quiet w-52 max-sm:min-w-0 max-sm:flex-1">
          <NativeSelect
            value={shown.event ?? ANY}
            options={[{ value: ANY, label: t("any") }, ...EVENTS.map((value) => ({ value, label: value }))]}
            onValueChange={(value) => change({ event: value === ANY ? null : value })}
          />
        </Field>
        {/* Keeps its space when there is nothing to clear. */}
        <Button
          variant="ghost"
          size="icon"
          className={cn(!isFiltered && "invisible")}
          aria-label={t("clear")}
          title={t("clear")}
          onClick={clear}
        >
          <FilterX aria-hidden="true" />
        </Button>
      </search>
      <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={
          isFiltered ? (
            <EmptyState icon={SearchX} title={t("noMatch")} actions={<Button onClick={clear}>{t("clear")}</Button>} />
          ) : (
            <EmptyState icon={Inbox} title={t("none")} description={t("noneText")} />
          )
        }
      >
        {(rows) => <EventRows rows={rows} isBusy={isPending || list.isPlaceholderData} />}
      </ListBody>
    </Section>
  );
}
