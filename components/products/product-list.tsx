"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { ListBody } from "@/components/ui/list-body";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { TabCount, tabStyles } from "@/components/ui/tab-look";
import { useListUrl } from "@/components/use-list-url";
import type { ListProductsQuery } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { COUNTED } from "@/lib/product-counts";
import { ListRows } from "./list-rows";
import { type ChangeList, type ListChange, PRODUCTS_URL } from "./list-url";
import { NoRows } from "./no-rows";
import { LIST_PRODUCTS } from "./operations";
import { useProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";
import { ProductSearch } from "./product-search";

const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";
const SORTS = [
  "sku",
  "-sku",
  "name",
  "-name",
  "available",
  "-available",
] as const satisfies readonly ListProductsQuery["sort"][];

/** The products of an account with their stock: tabs, search, sorting, pages. Its whole state stands in the URL. */
export function ProductList({
  query,
  isWrong,
  firstSteps,
}: {
  /** What the URL asks for, judged by the server. */
  query: ListProductsQuery;
  /** Whether something in the URL was not understood. */
  isWrong: boolean;
  /** Where to begin while there are no products. */
  firstSteps?: ReactNode;
}) {
  const t = useTranslations("products");
  const { where } = usePlace();
  const { list: base } = useProductPlace();
  const { shown, change, isPending } = useListUrl(query, base, PRODUCTS_URL);
  const actions = useProductActions();
  const all = useQuery(lazyQueryFor(LIST_PRODUCTS, COUNTED.all, where)).data?.pagination.total;
  const low = useQuery(lazyQueryFor(LIST_PRODUCTS, COUNTED.low, where)).data?.pagination.total;
  const list = useQuery({ ...lazyQueryFor(LIST_PRODUCTS, query, where), placeholderData: keepPreviousData });
  const hasProducts = all !== 0;

  return (
    <Section flush>
      {hasProducts ? (
        <>
          <TabLinks query={shown} counts={{ all, low }} onChange={change} />
          <Toolbar query={shown} searched={query.q ?? ""} isPending={isPending} onChange={change} />
        </>
      ) : null}
      {isWrong ? (
        <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
          {t("wrong")}
        </p>
      ) : null}
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={(total) => (
          <NoRows query={query} total={total} hasProducts={hasProducts} firstSteps={firstSteps} onChange={change} />
        )}
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

const TABS = [
  { id: "all", change: { is_low_stock: null } },
  { id: "low", change: { is_low_stock: "Y" } },
] as const satisfies readonly { id: string; change: ListChange }[];

/** All products, or those that are low, with their counts: links, so that each opens in a window of its own too. */
function TabLinks({
  query,
  counts,
  onChange,
}: {
  query: ListProductsQuery;
  counts: Record<(typeof TABS)[number]["id"], number | undefined>;
  onChange: ChangeList;
}) {
  const t = useTranslations("products.tabs");
  const { list } = useProductPlace();

  function press(event: MouseEvent, change: ListChange) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChange(change);
  }

  return (
    <nav aria-label={t("label")} className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]">
      {TABS.map(({ id, change }) => (
        <a
          key={id}
          href={PRODUCTS_URL.listHref(list, PRODUCTS_URL.changed(query, change))}
          aria-current={(query.is_low_stock ?? null) === change.is_low_stock ? "page" : undefined}
          onClick={(event) => press(event, change)}
          className={tabStyles}
        >
          {t(id)}
          {/* The counts are of all products: beside a search they would promise rows that the tab does not have. */}
          {counts[id] === undefined ? null : <TabCount hidden={Boolean(query.q)}>{formatNumber(counts[id])}</TabCount>}
        </a>
      ))}
    </nav>
  );
}

function Toolbar({
  query,
  searched,
  isPending,
  onChange,
}: {
  query: ListProductsQuery;
  /** What the rows are searched for. */
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
      {/* Keeps its place when there is nothing to clear. */}
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
