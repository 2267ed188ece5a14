"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import { DocumentMenu } from "@/components/documents/document-menu";
import { goByKeys, pressedRow } from "@/components/row-keys";
import { cn } from "@/components/ui/cn";
import { SelectBox } from "@/components/ui/select-box";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Selection } from "@/components/use-selection";
import type { ListOrdersQuery, OrderRow } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/list-provider";
import type { OrderColumn } from "@/lib/order-columns";
import { type Column, layoutOf, MENU_WIDTH, type RowParts, SELECT_WIDTH, type SortKey } from "./list-columns";
import type { ChangeList } from "./list-url";
import { useOrderActions } from "./order-actions";
import { RowMenu } from "./row-menu";

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

// One table for wide and narrow: below 42rem each row becomes a card. Browsers that forget what a table is once its
// parts are laid out otherwise are told by roles.
const CARD = "@max-2xl:block @max-2xl:h-auto @max-2xl:p-0!";
// Above cards only what selects all of them is seen; the heads by which one sorts show when the keyboard reaches them.
const HEAD = "@max-2xl:block @max-2xl:[&_th:not(:first-child):not(:focus-within)]:sr-only";

/** What a head has of its column's width; cards have no columns. */
const WIDTH = "@2xl:w-(--width)";
const wide = (rem: number) => ({ "--width": `${rem}rem` }) as CSSProperties;

/** One page of the list. Arrow keys go from row to row, Enter opens; all of a row can be clicked. */
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
  const body = useRef<HTMLTableSectionElement>(null);
  const names = new Map(providers.map((provider) => [provider.code, provider]));
  const actions = useOrderActions(names);
  const ids = rows.map(({ order_id }) => order_id);
  const { columns, width, remarksBelow } = layoutOf(chosen);

  function onKeyDown(event: KeyboardEvent) {
    const row = pressedRow(event, body.current);
    if (row) goByKeys(event, row.links, row.at);
  }

  function onClick(event: MouseEvent) {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || !body.current?.contains(target) || target.closest("a, button, label")) return;
    // Whoever marks text wants to copy it.
    if (window.getSelection()?.toString()) return;
    const { ctrlKey, metaKey, shiftKey } = event;
    const link = target.closest("tr")?.querySelector("[data-row]");
    link?.dispatchEvent(
      new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  }

  return (
    <div className="@container" aria-busy={isBusy || undefined}>
      <Table
        label={t("caption")}
        aria-label={undefined}
        role="table"
        className="table-fixed @max-2xl:block @2xl:min-w-(--width) [&_td]:px-2 [&_th]:px-2"
        style={wide(width)}
      >
        <caption className="sr-only">{t("caption")}</caption>
        <THead role="rowgroup" className={HEAD}>
          <TR role="row" className="@max-2xl:flex">
            <TH
              role="columnheader"
              className={cn(WIDTH, "@max-2xl:flex @max-2xl:items-center @max-2xl:px-4!")}
              style={wide(SELECT_WIDTH)}
            >
              <SelectBox
                label={t("select.page")}
                words="text-xs font-normal @2xl:hidden"
                checked={selection.stateOf(ids)}
                onToggle={() => selection.set(ids, selection.stateOf(ids) !== true)}
              />
            </TH>
            {columns.map(({ key, width: rem, align = "start", room, narrow, sort }) => (
              <TH
                key={key}
                role="columnheader"
                align={align}
                style={rem ? wide(rem) : undefined}
                className={cn(rem && WIDTH, room, narrow)}
                {...(sort
                  ? { sort: sortedBy(query, sort), onSort: () => onChange({ sort: nextSort(query, sort) }) }
                  : {})}
              >
                {t(`columns.${key}`)}
              </TH>
            ))}
            <TH role="columnheader" className={WIDTH} style={wide(MENU_WIDTH)}>
              <span className="sr-only">{t("columns.menu")}</span>
            </TH>
          </TR>
        </THead>
        <TBody
          ref={body}
          role="rowgroup"
          onKeyDown={onKeyDown}
          onClick={onClick}
          className={cn("transition-opacity @max-2xl:block", isBusy && "opacity-60 delay-150")}
        >
          {rows.map((row) => (
            <Row
              key={row.order_id}
              columns={columns}
              parts={{
                row,
                service: names.get(row.shipping_provider),
                country: countries[row.recipient_country] ?? row.recipient_country,
                today,
                remarksBelow,
              }}
              isSelected={selection.has(row.order_id)}
              onToggle={(range) => selection.toggle(row.order_id, ids, range)}
              menu={<RowMenu row={row} actions={actions} />}
            />
          ))}
        </TBody>
      </Table>
      {actions.dialogs}
    </div>
  );
}

function Row({
  columns,
  parts,
  isSelected,
  onToggle,
  menu,
}: {
  columns: readonly Column[];
  parts: RowParts;
  isSelected: boolean;
  onToggle: (range: boolean) => void;
  menu: ReactNode;
}) {
  const t = useTranslations("orderList");
  const { row } = parts;
  return (
    <TR
      role="row"
      data-selected={isSelected}
      className="group/row cursor-pointer has-[[data-row]:focus-visible]:bg-hover @max-2xl:grid @max-2xl:grid-cols-[auto_minmax(0,1fr)_auto] @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-1 @max-2xl:px-4 @max-2xl:py-2.5"
    >
      <TD role="cell" className={cn(CARD, "@max-2xl:col-start-1 @max-2xl:row-start-1")}>
        <SelectBox label={t("select.order", { order: row.order_id })} checked={isSelected} onToggle={onToggle} />
      </TD>
      {columns.map(({ key, align = "start", room, narrow, cell, Content }) => (
        <TD key={key} role="cell" align={align} className={cn(cell, room ?? CARD, narrow)}>
          <Content {...parts} />
        </TD>
      ))}
      <TD
        role="cell"
        className={cn(CARD, "@max-2xl:col-start-3 @max-2xl:row-start-4 @max-2xl:-mr-2 @max-2xl:justify-self-end")}
      >
        <span className="-mr-2 flex items-center justify-end @max-2xl:mr-0">
          <DocumentMenu order={row} />
          {menu}
        </span>
      </TD>
    </TR>
  );
}
