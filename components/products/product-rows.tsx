"use client";

import { ClipboardCheck, History, PackageMinus, PackagePlus, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { type ListColumn, ListTable, RowLink } from "@/components/ui/list-table";
import { RowMenu } from "@/components/ui/row-menu";
import type { ListProductsQuery, Product } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { LowStock } from "./low-stock";
import type { ProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";
import type { ChangeList } from "./products-url";

type Sort = ListProductsQuery["sort"];

const FIGURE = {
  align: "end",
  isNamed: true,
  place: "card:row-start-3 card:self-start card:text-left",
} as const satisfies Partial<ListColumn<Product>>;

/** One page of the list. */
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
  const tProducts = useTranslations("products");
  const place = useProductPlace();
  const sorting = (field: "sku" | "name" | "available") => {
    const down: Sort = `-${field}`;
    return {
      sort: query.sort === field ? "ascending" : query.sort === down ? "descending" : null,
      onSort: () => onChange({ sort: query.sort === field ? down : field }),
    } as const;
  };
  const none = (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{tProducts("none")}</span>
    </span>
  );
  return (
    <ListTable
      label={t("caption")}
      rows={rows}
      keyOf={({ product_id }) => product_id}
      rowClass="h-12 card:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2rem]"
      columns={[
        {
          key: "sku",
          head: t("sku"),
          width: 8,
          sort: sorting("sku"),
          place: "card:col-span-3 card:row-start-1 card:truncate",
          cell: ({ product_id, sku }) => (
            <RowLink
              href={place.product(product_id)}
              title={sku}
              className="block truncate font-mono text-xs card:font-semibold"
            >
              {sku}
            </RowLink>
          ),
        },
        {
          key: "name",
          head: t("name"),
          sort: sorting("name"),
          place: "card:col-span-4 card:row-start-2",
          cell: ({ name, bar_code_eid }) => (
            <>
              <span className="block truncate leading-4.5" title={name}>
                {name}
              </span>
              <span className="block truncate font-mono text-xs leading-3.5 text-muted">
                {bar_code_eid ?? t("noBarcode")}
              </span>
            </>
          ),
        },
        {
          ...FIGURE,
          key: "available",
          head: t("available"),
          width: 8,
          sort: sorting("available"),
          cell: ({ available, is_low_stock, low_stock_mark }) => (
            <>
              <span className={cn("block leading-4.5 font-semibold", is_low_stock === "Y" && "text-warn")}>
                {formatNumber(available)}
              </span>
              {is_low_stock === "Y" ? <LowStock mark={low_stock_mark} /> : null}
            </>
          ),
        },
        {
          ...FIGURE,
          key: "onHand",
          head: t("onHand"),
          width: 5,
          cell: ({ on_hand }) => formatNumber(on_hand),
        },
        {
          ...FIGURE,
          key: "reserved",
          head: t("reserved"),
          width: 5,
          cell: ({ reserved }) => (
            <span className={cn(reserved === "0" && "text-muted")}>{formatNumber(reserved)}</span>
          ),
        },
        {
          key: "place",
          head: t("place"),
          width: 5,
          place: "truncate card:col-span-3 card:row-start-4 card:text-muted",
          title: ({ warehouse_location }) => warehouse_location ?? undefined,
          cell: ({ warehouse_location }) => warehouse_location ?? none,
        },
        {
          key: "weight",
          head: t("weight"),
          align: "end",
          width: 5,
          room: "card:hidden @max-[54rem]:hidden",
          cell: ({ weight }) => (weight ? t("kg", { weight }) : none),
        },
        {
          key: "customs",
          head: t("customs"),
          width: 7,
          room: "card:hidden @max-[54rem]:hidden",
          cell: ({ hscode, origin }) => (
            <>
              <span className="block truncate leading-4.5 tabular-nums">{hscode ?? none}</span>
              <span className="block truncate text-xs leading-3.5 text-muted">{origin}</span>
            </>
          ),
        },
        {
          key: "actions",
          head: t("actions"),
          isHeadHidden: true,
          width: 3,
          place: "text-right card:at-1/4",
          cell: (product) => (
            <RowMenu label={tProducts("menuOf", { sku: product.sku })}>
              <ProductMenu product={product} actions={actions} />
            </RowMenu>
          ),
        },
      ]}
      isBusy={isBusy}
    />
  );
}

/** The items of a row's menu: stock for the warehouse, the product itself for its merchant. */
function ProductMenu({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.actions");
  const { href, may } = useWorkspace();
  const place = useProductPlace();
  const movements = (
    <MenuLink icon={History} href={`${place.product(product.product_id)}#movements`}>
      {t("movements")}
    </MenuLink>
  );
  if (place.isWarehouse)
    return (
      <>
        <MenuAction icon={PackagePlus} onSelect={() => actions.ask("receive", product)}>
          {t("receive")}
        </MenuAction>
        <MenuAction icon={ClipboardCheck} onSelect={() => actions.ask("count", product)}>
          {t("count")}
        </MenuAction>
        {product.damaged === "0" ? null : (
          <MenuAction icon={PackageMinus} onSelect={() => actions.ask("damaged", product)}>
            {t("damaged")}
          </MenuAction>
        )}
        {movements}
      </>
    );
  return (
    <>
      {may("updateProduct") ? (
        <MenuLink icon={Pencil} href={href(`/products/${product.product_id}/edit`)}>
          {t("edit")}
        </MenuLink>
      ) : null}
      {movements}
      {may("deleteProduct") ? (
        <>
          <DropdownMenuSeparator />
          <MenuAction icon={Trash2} tone="danger" onSelect={() => actions.ask("remove", product)}>
            {t("delete")}
          </MenuAction>
        </>
      ) : null}
    </>
  );
}
