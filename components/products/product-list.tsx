"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { ListBody } from "@/components/ui/list-body";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { queryFor } from "@/lib/api-client";
import type { ListProductsQuery } from "@/lib/contracts/product";
import { COUNTED } from "@/lib/product-counts";
import { NoRows } from "./no-rows";
import { useProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";
import { ListRows } from "./product-rows";
import { ProductSearch } from "./product-search";
import { type ChangeList, type ListChange, PRODUCTS_URL } from "./products-url";

const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";
const SORTS = [
  "sku",
  "-sku",
  "name",
  "-name",
  "available",
  "-available",
] as const satisfies readonly ListProductsQuery["sort"][];
const TABS = [
  { id: "all", change: { is_low_stock: null } },
  { id: "low", change: { is_low_stock: "Y" } },
] as const satisfies readonly { id: string; change: ListChange }[];

/** The products of an account with their stock: tabs, search, sorting, pages. Its whole state is in the URL. */
export function ProductList({
  query,
  isWrong,
  firstSteps,
}: {
  /** The query of the URL, judged by the server. */
  query: ListProductsQuery;
  /** Whether part of the URL was not understood. */
  isWrong: boolean;
  /** Where to begin while there are no products. */
  firstSteps?: ReactNode;
}) {
  const t = useTranslations("products");
  const { where } = usePlace();
  const { list: base } = useProductPlace();
  const { shown, change, isPending } = useListUrl(query, base, PRODUCTS_URL);
  const actions = useProductActions();
  const all = useQuery(queryFor("listProducts", COUNTED.all, where)).data?.pagination.total;
  const low = useQuery(queryFor("listProducts", COUNTED.low, where)).data?.pagination.total;
  const list = useQuery({ ...queryFor("listProducts", query, where), placeholderData: keepPreviousData });
  const hasProducts = all !== 0;

  return (
    <Section flush>
      {hasProducts ? (
        <>
          <TabLinks
            label={t("tabs.label")}
            current={TABS.find(({ change: { is_low_stock } }) => is_low_stock === (shown.is_low_stock ?? null))?.id}
            isPartial={Boolean(shown.q)}
            tabs={TABS.map(({ id, change: next }) => ({
              id,
              label: t(`tabs.${id}`),
              href: PRODUCTS_URL.listHref(base, PRODUCTS_URL.changed(shown, next)),
              count: { all, low }[id],
              onPress: () => change(next),
            }))}
          />
          <Toolbar query={shown} searched={query.q ?? ""} isPending={isPending} onChange={change} />
        </>
      ) : null}
      <UrlNotice>{isWrong ? t("wrong") : null}</UrlNotice>
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={<NoRows query={query} hasProducts={hasProducts} firstSteps={firstSteps} onChange={change} />}
      >
        {(rows) => (
          <ListRows
            rows={rows}
            query={shown}
            actions={actions}
            onChange={change}
            isBusy={isPending || list.isPlaceholderData}
          />
        )}
      </ListBody>
      {actions.dialogs}
    </Section>
  );
}

function Toolbar({
  query,
  searched,
  isPending,
  onChange,
}: {
  query: ListProductsQuery;
  /** The search text of the rows. */
  searched: string;
  isPending: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("products.filters");
  const box = useRef<HTMLElement>(null);
  return (
    <search ref={box} className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <ProductSearch
        value={searched}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null, code: null }, searched ? "replace" : "push")}
        className={cn(QUIET, "min-w-0 flex-1 basis-56 max-sm:basis-full")}
      />
      <Field label={t("sort")} className={cn(QUIET, "w-48 max-sm:min-w-0 max-sm:flex-1 md:hidden")}>
        <NativeSelect
          value={query.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
          onValueChange={(sort) => onChange({ sort })}
        />
      </Field>
      {/* Keeps its space when there is nothing to clear. */}
      <Button
        variant="ghost"
        size="icon"
        className={cn(!query.q && "invisible")}
        aria-label={t("clear")}
        title={t("clear")}
        onClick={() => {
          onChange({ q: null, code: null });
          box.current?.querySelector("input")?.focus();
        }}
      >
        <FilterX aria-hidden="true" />
      </Button>
    </search>
  );
}
