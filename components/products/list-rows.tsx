"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { ListProductsQuery, Product } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import type { ChangeList } from "./list-url";
import { LowStock } from "./low-stock";
import type { ProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";
import { RowMenu } from "./row-menu";

// One table for wide and narrow: below 42rem each row becomes a card. See orders/list-rows.tsx.
const CARD = "@max-2xl:block @max-2xl:h-auto @max-2xl:p-0!";
const FIGURE = cn(
  CARD,
  "@max-2xl:before:block @max-2xl:before:text-xs @max-2xl:before:text-muted @max-2xl:before:content-[attr(data-label)]",
);

type Sort = ListProductsQuery["sort"];

/** One page of the list; all of a row opens it. */
export function ListRows({
  rows,
  query,
  actions,
  onChange,
  isBusy,
}: {
  rows: readonly Product[];
  query: ListProductsQuery;
  actions: ProductActions;
  onChange: ChangeList;
  isBusy: boolean;
}) {
  const t = useTranslations("products.columns");
  const sorting = (field: "sku" | "name" | "available") => {
    const down: Sort = `-${field}`;
    return {
      sort: query.sort === field ? "ascending" : query.sort === down ? "descending" : null,
      onSort: () => onChange({ sort: query.sort === field ? down : field }),
    } as const;
  };
  return (
    <div className="@container" aria-busy={isBusy || undefined}>
      <Table label={t("caption")} role="table" className="@max-2xl:block @2xl:table-fixed [&_td]:px-2 [&_th]:px-2">
        <THead role="rowgroup" className="@max-2xl:sr-only @max-2xl:focus-within:not-sr-only">
          <TR role="row">
            <TH role="columnheader" className="w-32" {...sorting("sku")}>
              {t("sku")}
            </TH>
            <TH role="columnheader" {...sorting("name")}>
              {t("name")}
            </TH>
            <TH role="columnheader" align="end" className="w-32" {...sorting("available")}>
              {t("available")}
            </TH>
            <TH role="columnheader" align="end" className="w-20">
              {t("onHand")}
            </TH>
            <TH role="columnheader" align="end" className="w-20">
              {t("reserved")}
            </TH>
            <TH role="columnheader" className="w-20">
              {t("place")}
            </TH>
            <TH role="columnheader" align="end" className="w-20 @max-[54rem]:hidden">
              {t("weight")}
            </TH>
            <TH role="columnheader" className="w-28 @max-[54rem]:hidden">
              {t("customs")}
            </TH>
            <TH role="columnheader" className="w-12">
              <span className="sr-only">{t("actions")}</span>
            </TH>
          </TR>
        </THead>
        <TBody role="rowgroup" className={cn("transition-opacity @max-2xl:block", isBusy && "opacity-60 delay-150")}>
          {rows.map((product) => (
            <Row key={product.product_id} product={product} actions={actions} />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function Row({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.columns");
  const place = useProductPlace();
  const isLow = product.is_low_stock === "Y";
  return (
    <TR
      role="row"
      className="relative h-12 @max-2xl:grid @max-2xl:h-auto @max-2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2rem] @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-1 @max-2xl:px-4 @max-2xl:py-2.5"
    >
      <TD role="cell" className={cn(CARD, "@max-2xl:col-span-3 @max-2xl:row-start-1 @max-2xl:truncate")}>
        <Link
          href={place.product(product.product_id)}
          prefetch={false}
          title={product.sku}
          className="block truncate rounded-xs font-mono text-xs text-accent no-underline before:absolute before:inset-0 hover:underline @max-2xl:font-semibold"
        >
          {product.sku}
        </Link>
      </TD>
      <TD role="cell" className={cn(CARD, "@max-2xl:col-span-4 @max-2xl:row-start-2")}>
        <span className="block truncate leading-4.5" title={product.name}>
          {product.name}
        </span>
        <span className="block truncate font-mono text-xs leading-3.5 text-muted">
          {product.bar_code_eid ?? t("noBarcode")}
        </span>
      </TD>
      <TD
        role="cell"
        align="end"
        data-label={t("available")}
        className={cn(FIGURE, "@max-2xl:row-start-3 @max-2xl:self-start @max-2xl:text-left")}
      >
        <span className={cn("block leading-4.5 font-semibold", isLow && "text-warn")}>
          {formatNumber(product.available)}
        </span>
        {isLow ? <LowStock mark={product.low_stock_mark} /> : null}
      </TD>
      <TD
        role="cell"
        align="end"
        data-label={t("onHand")}
        className={cn(FIGURE, "@max-2xl:row-start-3 @max-2xl:self-start @max-2xl:text-left")}
      >
        {formatNumber(product.on_hand)}
      </TD>
      <TD
        role="cell"
        align="end"
        data-label={t("reserved")}
        className={cn(
          FIGURE,
          "@max-2xl:row-start-3 @max-2xl:self-start @max-2xl:text-left",
          product.reserved === "0" && "text-muted",
        )}
      >
        {formatNumber(product.reserved)}
      </TD>
      <TD
        role="cell"
        className={cn(CARD, "truncate @max-2xl:col-span-3 @max-2xl:row-start-4 @max-2xl:text-muted")}
        title={product.warehouse_location ?? undefined}
      >
        {product.warehouse_location ?? <None />}
      </TD>
      <TD role="cell" align="end" className="@max-[54rem]:hidden">
        {product.weight ? t("kg", { weight: product.weight }) : <None />}
      </TD>
      <TD role="cell" className="@max-[54rem]:hidden">
        <span className="block truncate leading-4.5 tabular-nums">{product.hscode ?? <None />}</span>
        <span className="block truncate text-xs leading-3.5 text-muted">{product.origin}</span>
      </TD>
      <TD role="cell" className={cn(CARD, "text-right @max-2xl:col-start-4 @max-2xl:row-start-1")}>
        <span className="relative">
          <RowMenu product={product} actions={actions} />
        </span>
      </TD>
    </TR>
  );
}

function None() {
  const t = useTranslations("products");
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("none")}</span>
    </span>
  );
}
