"use client";

import { useQuery } from "@tanstack/react-query";
import { Boxes, FilterX, PackageCheck, ScanBarcode, Search, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { SearchField } from "@/components/lists/search-field";
import { useList } from "@/components/lists/use-list";
import type { TypedSearch } from "@/components/lists/use-typed-search";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { TabLinks } from "@/components/ui/tab-links";
import { call, queryFor } from "@/lib/api-client";
import type { ListProductsQuery } from "@/lib/contracts/product";
import { COUNTED } from "@/lib/goods/product-counts";
import type { ListView } from "@/lib/lists/list-url";
import { useProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";
import { ListRows } from "./product-rows";
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
  view,
  firstSteps,
}: {
  view: ListView<ListProductsQuery>;
  /** Where to begin while there are no products. */
  firstSteps?: ReactNode;
}) {
  const t = useTranslations("products");
  const { where } = useWorkspace();
  const { list: base } = useProductPlace();
  const list = useList("listProducts", view, { base, url: PRODUCTS_URL });
  const { query, rowsOf, change } = list;
  const actions = useProductActions();
  const all = useQuery(queryFor("listProducts", COUNTED.all, where)).data?.pagination.total;
  const low = useQuery(queryFor("listProducts", COUNTED.low, where)).data?.pagination.total;
  const hasProducts = all !== 0;

  return (
    <ListPage
      list={list}
      tabs={
        hasProducts ? (
          <TabLinks
            label={t("tabs.label")}
            current={TABS.find(({ change: { is_low_stock } }) => is_low_stock === (query.is_low_stock ?? null))?.id}
            isPartial={Boolean(query.q)}
            tabs={TABS.map(({ id, change: next }) => ({
              id,
              label: t(`tabs.${id}`),
              href: list.hrefOf(next),
              count: { all, low }[id],
              onPress: () => change(next),
            }))}
          />
        ) : null
      }
      filters={hasProducts ? <Toolbar query={query} isPending={list.isBusy} onChange={change} /> : null}
      empty={<NoRows query={rowsOf} hasProducts={hasProducts} firstSteps={firstSteps} onChange={change} />}
      after={actions.dialogs}
    >
      {(rows, isBusy) => <ListRows rows={rows} query={query} actions={actions} onChange={change} isBusy={isBusy} />}
    </ListPage>
  );
}

function Toolbar({
  query,
  isPending,
  onChange,
}: {
  query: ListProductsQuery;
  isPending: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("products.filters");
  const box = useRef<HTMLElement>(null);
  return (
    <search ref={box} className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <ProductSearch
        value={query.q ?? ""}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null, code: null }, query.q ? "replace" : "push")}
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

/** Why there are no rows, and the next step. */
function NoRows({
  query,
  hasProducts,
  firstSteps,
  onChange,
}: {
  query: ListProductsQuery;
  hasProducts: boolean;
  firstSteps: ReactNode;
  onChange: ChangeList;
}) {
  const t = useTranslations("products.empty");
  const { isWarehouse } = useProductPlace();
  if (!hasProducts)
    return (
      <EmptyState
        icon={Boxes}
        title={t("none")}
        description={t(isWarehouse ? "noneStaff" : "noneText")}
        actions={firstSteps}
      />
    );
  const wanted = query.q ?? query.code;
  if (wanted)
    return (
      <EmptyState
        icon={SearchX}
        title={t("noMatch", { text: wanted })}
        description={t("noMatchHint")}
        actions={<Button onClick={() => onChange({ q: null, code: null, is_low_stock: null })}>{t("clear")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={PackageCheck}
      title={t("noneLow")}
      description={t("noneLowText")}
      actions={<Button onClick={() => onChange({ is_low_stock: null })}>{t("showAll")}</Button>}
    />
  );
}

/** The search of products. Enter, as a scanner sends it, opens the product of a whole code. */
function ProductSearch(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("products.search");
  const { where } = useWorkspace();
  const { isWarehouse, product } = useProductPlace();
  const router = useRouter();

  async function openByCode(code: string): Promise<boolean> {
    const { data } = await call("listProducts", { code, limit: "2" }, where);
    const found = data.find(({ bar_code_eid }) => bar_code_eid === code) ?? data[0];
    if (found) router.push(product(found.product_id));
    return found !== undefined;
  }

  return (
    <SearchField
      {...props}
      label={t(isWarehouse ? "scan" : "label")}
      placeholder={t("placeholder")}
      icon={isWarehouse ? ScanBarcode : Search}
      isFirst={isWarehouse}
      open={(text) => (text !== "" && text.length <= 100 ? openByCode(text) : null)}
    />
  );
}
