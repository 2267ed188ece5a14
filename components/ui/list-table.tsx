"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps, CSSProperties, MouseEvent, ReactNode } from "react";
import { type RowLetter, useRowKeys } from "../lists/row-keys";
import { type Selection, useSelectedState } from "../lists/use-selection";
import { cn } from "./cn";
import { RowButtons } from "./row-buttons";
import { SelectBox } from "./select-box";
import { FIGURES, Table, TBody, TH, THead, TR } from "./table";

/** A column of a list: its name, its width and what it shows. */
export type ListColumn<Row> = {
  key: string;
  head: string;
  /** The heading is for screen readers only. */
  isHeadHidden?: boolean;
  align?: "start" | "end";
  /** In rem. Columns without one share the remaining width. */
  width?: number | undefined;
  /** How the rows are sorted by it (null: by another column), and what a click on its heading does. */
  sort?: { sort: "ascending" | "descending" | null; onSort: () => void };
  /** Classes of heading and cell, to hide them where there is no room. */
  room?: string | undefined;
  /** Classes of the cell: its place on a card (`card:`), and its text style. */
  place?: string | ((row: Row) => string);
  /** The small buttons of a row: seen while the row has the pointer or the focus. */
  isOnHover?: boolean;
  /** A card shows the heading above the cell, too. */
  isNamed?: boolean;
  title?: (row: Row) => string | undefined;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly ListColumn<Row>[];
  /** Classes of a row: its height, and the columns of its card. */
  rowClass?: string;
  /** When rows become cards: below 42rem, or below 48rem of the list's own width, or never. */
  cards?: keyof typeof CONTAINER;
  /** The minimum width of the table in rem: a narrower place scrolls it sideways. */
  least?: number;
  /** The selected rows, and the labels of the checkboxes. */
  select?: { selection: Selection; page: string; row: (row: Row) => string };
  /** A highlighted row, such as the one that is open next to the list. */
  isMarked?: (row: Row) => boolean;
  /** What opens a row: a click anywhere on it, only its `RowLink`, or nothing. */
  opens?: "row" | "link" | "nothing";
  /** Single letters that do something with the row that has the focus. */
  letters?: readonly RowLetter[];
  /** Not the main list of its page: that one gets the keys when no list has the focus. */
  isAside?: boolean;
  /** Other rows are loading. */
  isBusy?: boolean;
};

const CONTAINER = { narrow: "@container/narrow", wide: "@container/wide", never: undefined };

const NAMED = "card:before:block card:before:text-xs card:before:text-muted card:before:content-[attr(data-label)]";
/** A heading takes the width of its column; cards have no columns. */
const WIDTH = "row:w-(--width)";
const wide = (rem: number | undefined) => (rem ? ({ "--width": `${rem}rem` } as CSSProperties) : undefined);

/**
 * The rows of a list as a table, as cards on small screens. Some browsers drop a table's semantics when its parts get
 * another layout, so the roles are explicit. Its keys are those of `useRowKeys`.
 */
export function ListTable<Row>({
  label,
  rows,
  keyOf,
  columns,
  rowClass,
  cards = "narrow",
  least,
  select,
  isMarked,
  opens = "row",
  letters,
  isAside = false,
  isBusy = false,
}: Props<Row>) {
  const keys = rows.map(keyOf);
  const body = useRowKeys(keys, { selection: select?.selection, opens: opens !== "nothing", letters, isAside });
  return (
    <div className={CONTAINER[cards]} aria-busy={isBusy || undefined}>
      <Table
        label={label}
        aria-label={undefined}
        role="table"
        className={cn(
          "list",
          columns.some(({ width }) => width) && "table-fixed",
          least && (cards === "never" ? "min-w-(--width)" : "row:min-w-(--width)"),
        )}
        style={wide(least)}
      >
        <caption className="sr-only">{label}</caption>
        <THead
          role="rowgroup"
          // Above cards only the checkbox for all is visible; headings show when the keyboard reaches them.
          className={
            select
              ? "card:block card:[&_th:not(:first-child):not(:focus-within)]:sr-only"
              : "card:sr-only card:focus-within:not-sr-only"
          }
        >
          <TR role="row" className={cn(select && "card:flex")}>
            {select ? (
              <TH role="columnheader" className={cn(WIDTH, "card:flex card:items-center card:px-4!")} style={wide(2.5)}>
                <SelectPage selection={select.selection} keys={keys} label={select.page} />
              </TH>
            ) : null}
            {columns.map(({ key, head, isHeadHidden, align = "start", width, sort, room }) => (
              <TH
                key={key}
                role="columnheader"
                align={align}
                style={wide(width)}
                className={cn(width && WIDTH, room)}
                {...sort}
              >
                {isHeadHidden ? <span className="sr-only">{head}</span> : head}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody
          {...body}
          role="rowgroup"
          onClick={opens === "row" ? openRow : undefined}
          className={cn(
            "transition-opacity card:block",
            opens === "row" && "cursor-pointer",
            isBusy && "opacity-60 delay-150",
          )}
        >
          {rows.map((row) => (
            <ListRow
              key={keyOf(row)}
              id={keyOf(row)}
              row={row}
              keys={keys}
              columns={columns}
              select={select}
              isMarked={isMarked?.(row)}
              opens={opens}
              className={rowClass}
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function SelectPage({ selection, keys, label }: { selection: Selection; keys: readonly string[]; label: string }) {
  const state = useSelectedState(selection, keys);
  return (
    <SelectBox
      label={label}
      labelClass="text-xs font-normal row:hidden"
      checked={state}
      onToggle={() => selection.set(keys, state !== true)}
    />
  );
}

type RowProps<Row> = Pick<Props<Row>, "columns" | "select"> & {
  id: string;
  row: Row;
  /** Those of all rows. */
  keys: readonly string[];
  isMarked: boolean | undefined;
  opens: Props<Row>["opens"];
  className: string | undefined;
};

function ListRow<Row>({ id, row, keys, columns, select, isMarked, opens, className }: RowProps<Row>) {
  const isSelected = useSelectedState(select?.selection, [id]) === true;
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: a row that is drawn as a card would lose its role
      role="row"
      // Rows without a link can have the focus too.
      tabIndex={opens === "row" ? undefined : -1}
      data-selected={(select ? isSelected : isMarked) || undefined}
      className={cn("group/row", className)}
    >
      {select ? (
        // biome-ignore lint/a11y/noRedundantRoles: see the row
        <td role="cell" className="card:at-1/1">
          <SelectBox
            label={select.row(row)}
            checked={isSelected}
            onToggle={(range) => select.selection.toggle(id, keys, range)}
          />
        </td>
      ) : null}
      {columns.map(({ key, head, align = "start", room, place, isNamed, isOnHover, title, cell }) => (
        <td
          key={key}
          // biome-ignore lint/a11y/noRedundantRoles: see the row
          role="cell"
          title={title?.(row)}
          data-label={isNamed ? head : undefined}
          className={
            cn(align === "end" && FIGURES, isNamed && NAMED, room, typeof place === "function" ? place(row) : place) ||
            undefined
          }
        >
          {isOnHover ? (
            <div className="on-hover">
              <RowButtons room="block h-6">{() => cell(row)}</RowButtons>
            </div>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** A click on a row acts as a click on its link, with the same keys held. */
function openRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || !event.currentTarget.contains(target)) return;
  if (target.closest("a, button, label, input")) return;
  // A person who selects text wants to copy it.
  if (window.getSelection()?.toString()) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const link = target.closest("tr")?.querySelector("[data-row]");
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** The link of a row, which names the row: Enter opens it. One per row. */
export function RowLink({ className, children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} data-row="" {...rest} className={cn("row-link", className)}>
      <Opening>{children}</Opening>
    </Link>
  );
}

/** Dims the clicked link until its page is there. */
function Opening({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return <span className={pending ? "opacity-50 transition-opacity delay-100" : undefined}>{children}</span>;
}
