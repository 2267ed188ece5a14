"use client";

import Link, { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import { DocumentMenu } from "@/components/documents/document-menu";
import { usePlace } from "@/components/environment";
import { goByKeys, pressedRow } from "@/components/row-keys";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Money } from "@/components/ui/money";
import { SelectBox } from "@/components/ui/select-box";
import { StatusBadge } from "@/components/ui/status-badge";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Selection } from "@/components/use-selection";
import type { ListOrdersQuery, OrderRow } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/list-provider";
import { ListTime } from "./list-time";
import type { ChangeList } from "./list-url";
import { useOrderActions } from "./order-actions";
import { RowMenu } from "./row-menu";

type SortKey = "create_time" | "quote_price" | "order_status";
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
const CELL = {
  select: `${CARD} @max-2xl:col-start-1 @max-2xl:row-start-1`,
  order: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-1`,
  created: `${CARD} @max-2xl:col-start-3 @max-2xl:row-start-3 @max-2xl:text-right`,
  recipient: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-2`,
  service: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-3 @2xl:@max-[54rem]:hidden`,
  status: `${CARD} @max-2xl:col-start-3 @max-2xl:row-start-1 @max-2xl:text-right`,
  tracking: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-4`,
  price: `${CARD} @max-2xl:col-start-3 @max-2xl:row-start-2`,
  remarks: "@max-[70rem]:hidden",
  menu: `${CARD} @max-2xl:col-start-3 @max-2xl:row-start-4 @max-2xl:-mr-2 @max-2xl:justify-self-end`,
} as const;

/** One page of the list. Arrow keys go from row to row, Enter opens; all of a row can be clicked. */
export function ListRows({
  rows,
  query,
  providers,
  countries,
  today,
  selection,
  onChange,
  isBusy,
}: {
  rows: readonly OrderRow[];
  query: ListOrdersQuery;
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
  const sortable = (key: SortKey) => ({
    sort: sortedBy(query, key),
    onSort: () => onChange({ sort: nextSort(query, key) }),
  });

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
        className="table-fixed @max-2xl:block [&_td]:px-2 [&_th]:px-2"
      >
        <caption className="sr-only">{t("caption")}</caption>
        <THead role="rowgroup" className={HEAD}>
          <TR role="row" className="@max-2xl:flex">
            <TH role="columnheader" className="w-10 @max-2xl:flex @max-2xl:w-auto @max-2xl:items-center @max-2xl:px-4!">
              <SelectBox
                label={t("select.page")}
                words="text-xs font-normal @2xl:hidden"
                checked={selection.stateOf(ids)}
                onToggle={() => selection.set(ids, selection.stateOf(ids) !== true)}
              />
            </TH>
            <TH role="columnheader" className="w-32">
              {t("columns.order")}
            </TH>
            <TH role="columnheader" className="w-26" {...sortable("create_time")}>
              {t("columns.created")}
            </TH>
            <TH role="columnheader">{t("columns.recipient")}</TH>
            <TH role="columnheader" className="w-26 @max-[54rem]:hidden @[70rem]:w-40">
              {t("columns.service")}
            </TH>
            <TH role="columnheader" className="w-38" {...sortable("order_status")}>
              {t("columns.status")}
            </TH>
            <TH role="columnheader" className="w-36">
              {t("columns.tracking")}
            </TH>
            <TH role="columnheader" align="end" className="w-27" {...sortable("quote_price")}>
              {t("columns.price")}
            </TH>
            <TH role="columnheader" className="w-44 @max-[70rem]:hidden">
              {t("columns.remarks")}
            </TH>
            <TH role="columnheader" className="w-18">
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
              row={row}
              service={names.get(row.shipping_provider)}
              country={countries[row.recipient_country] ?? row.recipient_country}
              today={today}
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
  row,
  service,
  country,
  today,
  isSelected,
  onToggle,
  menu,
}: {
  row: OrderRow;
  service: ListProvider | undefined;
  country: string;
  today: string;
  isSelected: boolean;
  onToggle: (range: boolean) => void;
  menu: ReactNode;
}) {
  const t = useTranslations("orderList");
  const { href } = usePlace();
  return (
    <TR
      role="row"
      data-selected={isSelected}
      className="group/row cursor-pointer has-[[data-row]:focus-visible]:bg-hover @max-2xl:grid @max-2xl:grid-cols-[auto_minmax(0,1fr)_auto] @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-1 @max-2xl:px-4 @max-2xl:py-2.5"
    >
      <TD role="cell" className={CELL.select}>
        <SelectBox label={t("select.order", { order: row.order_id })} checked={isSelected} onToggle={onToggle} />
      </TD>
      <TD role="cell" className={CELL.order}>
        <Link
          href={href(`/orders/${row.order_id}`)}
          prefetch={false}
          data-row=""
          className="rounded-xs text-xs whitespace-nowrap text-accent no-underline hover:underline @max-2xl:text-sm @max-2xl:font-semibold"
        >
          <Opening>{row.order_id}</Opening>
        </Link>
      </TD>
      <TD role="cell" className={cn(CELL.created, "text-xs whitespace-nowrap text-muted")}>
        <ListTime value={row.create_time} today={today} />
      </TD>
      <TD role="cell" className={CELL.recipient}>
        {/* A name from right to left is cut at its own end. */}
        <span dir="auto" className="block truncate text-left leading-4.5" title={row.recipient_name}>
          {row.recipient_name}
        </span>
        <span className="block truncate text-xs leading-3.5 text-muted">
          {country}
          {/* Where there is no room for a column of their own. */}
          {row.client_remarks ? (
            <span className="@[70rem]:hidden">
              {" "}
              · <bdi>{row.client_remarks}</bdi>
            </span>
          ) : null}
        </span>
      </TD>
      <TD
        role="cell"
        className={cn(CELL.service, "text-xs leading-3.5")}
        title={service?.name ?? row.shipping_provider}
      >
        <span className="line-clamp-2">{service?.shortName ?? row.shipping_provider}</span>
      </TD>
      <TD role="cell" className={CELL.status}>
        <StatusBadge status={row.order_status} />
      </TD>
      <TD role="cell" className={cn(CELL.tracking, "whitespace-nowrap")}>
        {row.tracking_number ? (
          <span className="flex items-center gap-0.5">
            <span className="font-mono text-xs">{row.tracking_number}</span>
            <CopyButton
              text={row.tracking_number}
              what={t("copyTracking", { number: row.tracking_number })}
              size="icon-sm"
              className="-my-1 size-7 text-muted opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
            />
          </span>
        ) : (
          <span className="text-xs text-muted">
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t("noTracking")}</span>
          </span>
        )}
      </TD>
      <TD role="cell" align="end" className={CELL.price}>
        <Money amount={row.quote_price} />
      </TD>
      <TD
        role="cell"
        dir="auto"
        className={cn(CELL.remarks, "truncate text-left text-xs text-muted")}
        {...(row.client_remarks ? { title: row.client_remarks } : {})}
      >
        {row.client_remarks}
      </TD>
      <TD role="cell" className={CELL.menu}>
        <span className="-mr-2 flex items-center justify-end @max-2xl:mr-0">
          <DocumentMenu order={row} />
          {menu}
        </span>
      </TD>
    </TR>
  );
}

/** Dims the link that was followed until its page is there. */
function Opening({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return <span className={cn("transition-opacity", pending && "opacity-50 delay-100")}>{children}</span>;
}
