"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Contact, CopyX, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { SearchField } from "@/components/search-field";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { ADDRESS_KINDS } from "@/lib/address-csv";
import { queryFor } from "@/lib/api-client";
import type { ListAddressesQuery } from "@/lib/contracts/address";
import { formatNumber } from "@/lib/format";
import { AddressRows } from "./address-rows";
import { ADDRESSES_URL, type ChangeList, COUNTED, LABELS_SHOWN } from "./addresses-url";

const CHIP = "aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent pointer-coarse:h-9";

type Query = ListAddressesQuery & { kind: NonNullable<ListAddressesQuery["kind"]> };

/** The address book: tabs, search, labels, pages. Its whole state is in the URL. */
export function AddressList({
  query,
  isWrong,
}: {
  /** The query of the URL, judged by the server. */
  query: Query;
  /** Whether part of the URL was not understood. */
  isWrong: boolean;
}) {
  const t = useTranslations("addresses");
  const { where, href } = usePlace();
  const base = href("/addresses");
  const { shown, change, isPending } = useListUrl<ListAddressesQuery>(query, base, ADDRESSES_URL);
  const kind = shown.kind ?? "recipient";
  const totals = {
    recipient: useQuery(queryFor("listAddresses", COUNTED.recipient, where)).data?.pagination.total,
    sender: useQuery(queryFor("listAddresses", COUNTED.sender, where)).data?.pagination.total,
  };
  const list = useQuery({ ...queryFor("listAddresses", query, where), placeholderData: keepPreviousData });
  const isFiltered = Boolean(shown.q || shown.label || shown.point);

  return (
    <Section flush>
      <TabLinks
        label={t("tabs.label")}
        current={kind}
        isPartial={isFiltered}
        tabs={ADDRESS_KINDS.map((id) => {
          const next = { kind: id, label: null, point: null };
          return {
            id,
            label: t(`tabs.${id}`),
            href: ADDRESSES_URL.listHref(base, ADDRESSES_URL.changed(shown, next)),
            count: totals[id],
            onPress: () => change(next),
          };
        })}
      />
      {totals[kind] === 0 ? null : (
        <Toolbar query={{ ...shown, kind }} searched={query.q ?? ""} isPending={isPending} onChange={change} />
      )}
      <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={<NoRows query={query} isFiltered={isFiltered} onChange={change} />}
      >
        {(rows) => <AddressRows rows={rows} kind={query.kind} isBusy={isPending || list.isPlaceholderData} />}
      </ListBody>
    </Section>
  );
}

function Toolbar({
  query,
  searched,
  isPending,
  onChange,
}: {
  query: Query;
  /** The search text of the rows. */
  searched: string;
  isPending: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("addresses");
  const { where, href } = usePlace();
  const ofKind = { kind: query.kind, offset: "0" } as const;
  const { data: labels } = useQuery(queryFor("listAddressLabels", { ...ofKind, limit: LABELS_SHOWN }, where));
  const { data: duplicates } = useQuery(queryFor("listDuplicateAddresses", { ...ofKind, limit: "1" }, where));
  const alike = duplicates?.pagination.total ?? 0;
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchField
        label={t("search.label")}
        placeholder={t("search.placeholder")}
        value={searched}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null }, searched ? "replace" : "push")}
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
function NoRows({ query, isFiltered, onChange }: { query: Query; isFiltered: boolean; onChange: ChangeList }) {
  const t = useTranslations("addresses");
  const { href, may } = usePlace();
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
