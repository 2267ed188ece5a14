"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Age } from "@/components/pick-pack/age";
import { goByKeys, pressedRow } from "@/components/row-keys";
import { cn } from "@/components/ui/cn";
import { SelectBox } from "@/components/ui/select-box";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Selection } from "@/components/use-selection";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { QueueView } from "./queue-tabs";
import type { ChangeQueue } from "./queue-url";
import { RowActions } from "./row-actions";
import { StateBadge } from "./state-badge";
import type { QueueActions } from "./use-queue-actions";
import { Waiting } from "./waiting";

// One table for wide and narrow: below 42rem each row becomes a card.
const CARD = "@max-2xl:block @max-2xl:h-auto @max-2xl:p-0!";
const CELL = {
  select: `${CARD} @max-2xl:col-start-1 @max-2xl:row-start-1`,
  age: `${CARD} @max-2xl:col-start-3 @max-2xl:row-start-1 @max-2xl:text-right`,
  order: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-1`,
  recipient: `${CARD} @max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-2`,
  service: `${CARD} @max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-3 @2xl:@max-[60rem]:hidden`,
  state: `${CARD} @max-2xl:col-start-2 @max-2xl:row-start-4`,
  actions: `${CARD} pr-4! @max-2xl:pr-0! @max-2xl:col-start-3 @max-2xl:row-start-4 @max-2xl:self-end`,
} as const;

/** One page of the queue. Arrow keys go from row to row, Space selects, Enter opens at the bench. */
export function QueueRows({
  rows,
  view,
  shortNames,
  selection,
  actions,
  onChange,
  isBusy,
}: {
  rows: readonly PickPackRow[];
  view: QueueView;
  shortNames: ReadonlyMap<string, string>;
  selection: Selection;
  actions: QueueActions;
  onChange: ChangeQueue;
  isBusy: boolean;
}) {
  const t = useTranslations("warehouse.queue");
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = rows.map(({ order_id }) => order_id);
  const isOldestFirst = view.sort === "request_datetime";
  const keepPlace = useKeptPlace(body);

  function onKeyDown(event: KeyboardEvent) {
    const row = pressedRow(event, body.current);
    if (!row) return;
    const order = ids[row.at];
    if (event.key !== " " || event.target !== row.links[row.at] || !order) return goByKeys(event, row.links, row.at);
    event.preventDefault();
    selection.toggle(order, ids, event.shiftKey);
  }

  return (
    <div className="@container" aria-busy={isBusy || undefined}>
      <Table
        label={t("columns.caption")}
        role="table"
        className="@2xl:table-fixed @max-2xl:block [&_td]:px-2 [&_th]:px-2"
      >
        <THead role="rowgroup" className="@max-2xl:sr-only @max-2xl:focus-within:not-sr-only">
          <TR role="row">
            <TH role="columnheader" className="w-11">
              <SelectBox
                label={t("select.page")}
                checked={selection.stateOf(ids)}
                onToggle={() => selection.set(ids, selection.stateOf(ids) !== true)}
              />
            </TH>
            <TH
              role="columnheader"
              className="w-25"
              // The longest wait is the earliest request.
              sort={isOldestFirst ? "descending" : "ascending"}
              onSort={() => onChange({ sort: isOldestFirst ? "-request_datetime" : "request_datetime" })}
            >
              {t("columns.age")}
            </TH>
            <TH role="columnheader" className="w-36 @[60rem]:w-52">
              {t("columns.order")}
            </TH>
            <TH role="columnheader">{t("columns.recipient")}</TH>
            <TH role="columnheader" className="w-44 @max-[60rem]:hidden">
              {t("columns.service")}
            </TH>
            <TH role="columnheader" className="w-36 @[60rem]:w-44">
              {t("columns.state")}
            </TH>
            <TH role="columnheader" className="w-41">
              <span className="sr-only">{t("columns.actions")}</span>
            </TH>
          </TR>
        </THead>
        <TBody
          ref={body}
          role="rowgroup"
          onKeyDown={onKeyDown}
          onClickCapture={keepPlace}
          className={cn("transition-opacity @max-2xl:block", isBusy && "opacity-60 delay-150")}
        >
          {rows.map((row) => (
            <Row
              key={row.order_id}
              row={row}
              service={shortNames.get(row.shipping_provider) ?? row.courier_company}
              isSelected={selection.has(row.order_id)}
              onToggle={(range) => selection.toggle(row.order_id, ids, range)}
              actions={actions}
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

const ABOVE_THE_PAGE = "[role=menu], [role=dialog], [role=alertdialog]";

/** An action takes its row away and the focus with it: the row that comes into its place gets it. */
function useKeptPlace(body: RefObject<HTMLTableSectionElement | null>) {
  const kept = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (kept.current === null || document.activeElement !== document.body) return;
    const links = [...(body.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    links[Math.min(kept.current, links.length - 1)]?.focus();
  });
  useEffect(() => {
    // Whoever presses elsewhere has left the row.
    const leave = ({ target }: PointerEvent) => {
      if (!(target as Element).closest(ABOVE_THE_PAGE)) kept.current = null;
    };
    window.addEventListener("pointerdown", leave);
    return () => window.removeEventListener("pointerdown", leave);
  }, []);
  return ({ target }: MouseEvent) => {
    const row = (target as HTMLElement).closest("button")?.closest("tr");
    if (row && body.current?.contains(row)) kept.current = [...body.current.rows].indexOf(row);
  };
}

function Row({
  row,
  service,
  isSelected,
  onToggle,
  actions,
}: {
  row: PickPackRow;
  service: string;
  isSelected: boolean;
  onToggle: (range: boolean) => void;
  actions: QueueActions;
}) {
  const t = useTranslations("warehouse.queue");
  const pickPack = useTranslations("pickPack");
  const { href } = useWarehouse();
  const isOpen = row.status === "PICKPACK_PENDING_CONFIRM" || row.status === "PICKPACK_CONFIRMED";
  const contents = pickPack("contents", { parcels: row.parcel_count, units: Number(row.unit_count) });
  return (
    <TR
      role="row"
      data-selected={isSelected}
      className="h-14 has-[[data-row]:focus-visible]:bg-hover @max-2xl:grid @max-2xl:h-auto @max-2xl:grid-cols-[auto_minmax(0,1fr)_auto] @max-2xl:items-start @max-2xl:gap-x-3 @max-2xl:gap-y-1 @max-2xl:px-4 @max-2xl:py-3"
    >
      <TD role="cell" className={CELL.select}>
        <SelectBox label={t("select.order", { order: row.order_id })} checked={isSelected} onToggle={onToggle} />
      </TD>
      <TD role="cell" className={CELL.age} title={`${row.request_datetime} HKT`}>
        {isOpen ? (
          <Waiting minutes={row.age_minutes} className="flex flex-col items-start @max-2xl:items-end" />
        ) : (
          <Age minutes={row.age_minutes} />
        )}
      </TD>
      <TD role="cell" className={CELL.order}>
        <Link
          href={href(`/bench/${row.order_id}`)}
          prefetch={false}
          data-row=""
          className="inline-flex min-h-6 items-center rounded-xs whitespace-nowrap text-accent no-underline hover:underline @max-2xl:font-semibold"
        >
          {row.order_id}
        </Link>
        <span className="block truncate text-xs text-muted" title={row.customer_name}>
          {row.customer_name}
        </span>
      </TD>
      <TD role="cell" className={CELL.recipient}>
        <span className="block truncate" title={row.recipient_name}>
          {row.recipient_name}
        </span>
        <span className="block truncate text-xs text-muted">
          {contents}
          {/* Where there is no room for a column of its own. */}
          <span className="hidden @2xl:@max-[60rem]:inline"> · {service}</span>
        </span>
      </TD>
      <TD role="cell" className={cn(CELL.service, "@max-2xl:text-xs")} title={row.courier_company}>
        <span className="block truncate @max-2xl:inline">{service}</span>
        <span className="hidden @max-2xl:inline"> · </span>
        <span className="block truncate font-mono text-xs text-muted @max-2xl:inline">{row.tracking_number}</span>
      </TD>
      <TD role="cell" className={CELL.state}>
        <StateBadge status={row.status} />
        {row.is_cancel_requested === "Y" ? (
          <span className="block text-xs font-semibold text-warn">{pickPack("cancelAsked")}</span>
        ) : null}
        {row.reject_type ? (
          <span className="block text-xs text-muted">{pickPack(`rejectTypes.${row.reject_type}`)}</span>
        ) : null}
        {row.is_require_repack === "Y" && isOpen ? (
          <span className="block text-xs font-semibold">{t("repack")}</span>
        ) : null}
        {row.wave_id && isOpen ? (
          <Link
            href={href(`/waves/${row.wave_id}`)}
            prefetch={false}
            className="flex min-h-6 w-fit items-center rounded-xs text-xs text-accent no-underline hover:underline"
          >
            {t("inWave")}
          </Link>
        ) : null}
      </TD>
      <TD role="cell" className={CELL.actions}>
        <RowActions row={row} actions={actions} />
      </TD>
    </TR>
  );
}
