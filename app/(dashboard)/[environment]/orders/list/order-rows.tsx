"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { RowDocumentMenu } from "@/components/documents/document-menu";
import { useWorkspace } from "@/components/environment";
import { useCountryOptions } from "@/components/forms/country-names";
import type { Selection } from "@/components/lists/use-selection";
import { againPath } from "@/components/orders/again-items";
import { useOrderActions } from "@/components/orders/order-actions";
import { ListTable } from "@/components/ui/list-table";
import { openMenu } from "@/components/ui/menu-button";
import { RowMenu } from "@/components/ui/row-menu";
import type { ListOrdersQuery, OrderRow } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { OrderColumn } from "@/lib/orders/columns";
import { layoutOf, MENU_WIDTH, type SortKey } from "./column-layout";
import { OrderMenu } from "./order-menu";
import type { ChangeList } from "./orders-url";

const FIRST_SORT: Record<SortKey, ListOrdersQuery["sort"]> = {
  create_time: "-create_time",
  quote_price: "-quote_price",
  order_status: "order_status",
};

function sortedBy(query: ListOrdersQuery, key: SortKey): "ascending" | "descending" | null {
  if (query.sort.replace("-", "") !== key) return null;
  return query.sort.startsWith("-") ? "descending" : "ascending";
}

function nextSort(query: ListOrdersQuery, key: SortKey): ListOrdersQuery["sort"] {
  if (!sortedBy(query, key)) return FIRST_SORT[key];
  return query.sort.startsWith("-") ? key : `-${key}`;
}

/** The id of the button that offers an order's documents. */
const printId = (order: string) => `print-${order}`;

/** The id of the button that prints the selected orders. */
export const PRINT_SELECTED = "print-selected";

/** One page of the list, in the chosen columns. */
export function ListRows({
  rows,
  query,
  columns: chosen,
  providers,
  countries,
  today,
  selection,
  onChange,
  isBusy,
}: {
  rows: readonly OrderRow[];
  query: ListOrdersQuery;
  columns: readonly OrderColumn[];
  providers: readonly ListProvider[];
  countries: Readonly<Record<string, string>>;
  today: string;
  selection: Selection;
  onChange: ChangeList;
  isBusy: boolean;
}) {
  const t = useTranslations("orderList");
  const router = useRouter();
  const { href, may } = useWorkspace();
  const names = new Map(providers.map((provider) => [provider.code, provider]));
  const actions = useOrderActions(names);
  // For orders that have come since the page did.
  const every = useCountryOptions("");
  const countryOf = (code: string) => countries[code] ?? every.find(({ value }) => value === code)?.label ?? code;
  const { columns, width, remarksBelow, below } = layoutOf(chosen);
  return (
    <>
      <ListTable
        label={t("caption")}
        rows={rows}
        keyOf={({ order_id }) => order_id}
        rowClass="card:grid-cols-[auto_minmax(0,1fr)_auto]"
        least={width}
        select={{
          selection,
          page: t("select.page"),
          row: ({ order_id: order }) => t("select.order", { order }),
        }}
        letters={[
          {
            letter: "p",
            label: t("keys.print"),
            run: (id) => {
              if (selection.ids().length > 0) document.getElementById(PRINT_SELECTED)?.click();
              else if (id) openMenu(document.getElementById(printId(id)));
            },
          },
          ...(may("createOrder")
            ? [
                {
                  letter: "e",
                  label: t("keys.again"),
                  run: (id: string | null) => id && router.push(href(againPath(id, "again"))),
                },
              ]
            : []),
        ]}
        columns={[
          ...columns.map(({ sort, Content, ...column }) => ({
            ...column,
            head: t(`columns.${column.key}`),
            ...(sort && {
              sort: { sort: sortedBy(query, sort), onSort: () => onChange({ sort: nextSort(query, sort) }) },
            }),
            cell: (row: OrderRow) => (
              <Content
                row={row}
                service={names.get(row.shipping_provider)}
                country={countryOf(row.recipient_country)}
                today={today}
                remarksBelow={remarksBelow}
                below={below}
              />
            ),
          })),
          {
            key: "menu",
            head: t("columns.menu"),
            isHeadHidden: true,
            width: MENU_WIDTH,
            isOnHover: true,
            place: "card:at-4/3 card:-mr-2 card:justify-self-end",
            cell: (row) => (
              <span className="-mr-2 flex items-center justify-end card:mr-0">
                <RowDocumentMenu order={row} id={printId(row.order_id)} />
                <RowMenu label={t("menuOf", { order: row.order_id })}>
                  <OrderMenu row={row} actions={actions} />
                </RowMenu>
              </span>
            ),
          },
        ]}
        isBusy={isBusy}
      />
      {actions.dialogs}
    </>
  );
}
