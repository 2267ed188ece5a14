"use client";

import { useQuery } from "@tanstack/react-query";
import { Contact, CopyX, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { SearchField } from "@/components/lists/search-field";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { TabLinks } from "@/components/ui/tab-links";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import type { ChangeList, ListView } from "@/lib/lists/list-url";
import { ADDRESS_KINDS } from "@/lib/tables/address-csv";
import { AddressRows } from "./address-rows";
import { ADDRESSES_URL, COUNTED, LABELS_SHOWN, type Query } from "./addresses-url";

const CHIP = "aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent pointer-coarse:h-9";

/** The address book: tabs, search, labels, pages. Its whole state is in the URL. */
export function AddressList({ view }: { view: ListView<Query> }) {
  const t = useTranslations("addresses");
  const { where, href } = useWorkspace();
  const list = useList("listAddresses", view, { base: href("/addresses"), url: ADDRESSES_URL });
  const { query, rowsOf, change } = list;
  const { kind } = query;
  const totals = {
    recipient: useQuery(queryFor("listAddresses", COUNTED.recipient, where)).data?.pagination.total,
    sender: useQuery(queryFor("listAddresses", COUNTED.sender, where)).data?.pagination.total,
  };
  const isFiltered = ({ q, label, point }: Query) => Boolean(q || label || point);

  return (
    <ListPage
      list={list}
      tabs={
        <TabLinks
          label={t("tabs.label")}
          current={kind}
          isPartial={isFiltered(query)}
          tabs={ADDRESS_KINDS.map((id) => {
            const next = { kind: id, label: null, point: null };
            return {
              id,
              label: t(`tabs.${id}`),
              href: list.hrefOf(next),
              count: totals[id],
              onPress: () => change(next),
            };
          })}
        />
      }
      filters={totals[kind] === 0 ? null : <Toolbar query={query} isPending={list.isBusy} onChange={change} />}
      empty={<NoRows query={rowsOf} isFiltered={isFiltered(rowsOf)} onChange={change} />}
    >
      {(rows, isBusy) => <AddressRows rows={rows} kind={rowsOf.kind} isBusy={isBusy} />}
    </ListPage>
  );
}

/** Leads to the form of an address of the kind that is shown. */
export function NewAddress() {
  const t = useTranslations("addresses.new");
  const { href } = useWorkspace();
  const kind = useSearchParams().get("kind") === "sender" ? "sender" : "recipient";
  return (
    <LinkButton href={href(`/addresses/new?kind=${kind}`)} variant="primary">
      {t(kind)}
    </LinkButton>
  );
}

function Toolbar({ query, isPending, onChange }: { query: Query; isPending: boolean; onChange: ChangeList<Query> }) {
  const t = useTranslations("addresses");
  const { where, href } = useWorkspace();
  const ofKind = { kind: query.kind, offset: "0" } as const;
  const { data: labels } = useQuery(queryFor("listAddressLabels", { ...ofKind, limit: LABELS_SHOWN }, where));
  const { data: duplicates } = useQuery(queryFor("listDuplicateAddresses", { ...ofKind, limit: "1" }, where));
  const alike = duplicates?.pagination.total ?? 0;
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchField
        label={t("search.label")}
        placeholder={t("search.placeholder")}
        value={query.q ?? ""}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null }, query.q ? "replace" : "push")}
        className="min-w-0 flex-1 basis-64 max-sm:basis-full [&_label]:text-xs [&_label]:font-normal [&_label]:text-muted"
      />
      {alike > 0 ? (
        <LinkButton href={href(`/addresses/duplicates?kind=${query.kind}`)}>
          <CopyX aria-hidden="true" />
          {t("duplicates.open", { count: alike })}
        </LinkButton>
      ) : null}
      <fieldset className="flex basis-full flex-wrap gap-2 empty:hidden">
        <legend className="sr-only">{t("filters")}</legend>
        {query.kind === "recipient" ? (
          <Button
            size="sm"
            className={CHIP}
            aria-pressed={query.point === "Y"}
            onClick={() => onChange({ point: query.point === "Y" ? null : "Y" })}
          >
            {t("atPoint")}
          </Button>
        ) : null}
        {labels?.data.map(({ label, count }) => (
          <Button
            key={label}
            size="sm"
            className={CHIP}
            aria-pressed={query.label === label}
            onClick={() => onChange({ label: query.label === label ? null : label })}
          >
            {label}
            <span className="font-normal text-muted tabular-nums">{formatNumber(count)}</span>
          </Button>
        ))}
      </fieldset>
    </search>
  );
}

/** Why there are no rows, and the next step. */
function NoRows({ query, isFiltered, onChange }: { query: Query; isFiltered: boolean; onChange: ChangeList<Query> }) {
  const t = useTranslations("addresses");
  const { href, may } = useWorkspace();
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={query.q ? t("empty.noMatch", { text: query.q }) : t("empty.noneLike")}
        description={t("empty.noMatchHint")}
        actions={<Button onClick={() => onChange({ q: null, label: null, point: null })}>{t("empty.clear")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={Contact}
      title={t(`empty.${query.kind}`)}
      description={t(`empty.${query.kind}Text`)}
      actions={
        may("createAddress") ? (
          <LinkButton href={href(`/addresses/new?kind=${query.kind}`)} variant="primary">
            {t(`new.${query.kind}`)}
          </LinkButton>
        ) : null
      }
    />
  );
}
