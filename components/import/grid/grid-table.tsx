"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useEffect, useId } from "react";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link-button";
import { Money } from "@/components/ui/money";
import { Table, TBody, TH, THead, TR } from "@/components/ui/table";
import type { FileKind } from "@/lib/file-kinds";
import type { Doubt } from "@/lib/goods/product-doubts";
import { KINDS } from "../kinds";
import { useColumnLabel } from "../use-column-label";
import { WHOLE } from "./use-cursor";
import type { Grid } from "./use-grid";
import type { GridRow } from "./use-rows";

type Typed = Readonly<Record<string, string>> | undefined;

/** The rows of a file as a grid. What is wrong or corrected has an icon, a tint and words for those who do not see either. */
export function GridTable({
  kind,
  rows,
  columns,
  typed,
  grid,
  isReadOnly,
  orderHref,
  isBusy,
}: {
  kind: FileKind;
  rows: readonly GridRow[];
  columns: readonly string[];
  typed: ReadonlyMap<number, Readonly<Record<string, string>>>;
  grid: Grid;
  isReadOnly: boolean;
  orderHref: (id: string) => string;
  isBusy: boolean;
}) {
  const t = useTranslations("imports");
  const label = useColumnLabel(kind);
  const { figures, isPriced } = KINDS[kind];
  const isMade = rows.some(({ order_id }) => order_id !== null);
  const { place, selected } = grid;
  const isSelected = new Set(selected.length > 1 ? selected.map(({ n }) => n) : []);
  return (
    <Table
      label={t("grid")}
      role="grid"
      aria-multiselectable
      aria-readonly={isReadOnly || undefined}
      aria-busy={isBusy || undefined}
    >
      <THead>
        <TR>
          <TH align="end" className="sticky left-0 z-10 bg-surface">
            {t("row")}
          </TH>
          {isMade ? <TH>{t("order")}</TH> : null}
          {columns.map((column) => (
            <TH key={column} align={figures.has(column) ? "end" : "start"} className="px-2">
              {label(column)}
            </TH>
          ))}
          {isPriced ? <TH align="end">{t("price")}</TH> : null}
        </TR>
      </THead>
      <TBody onClick={grid.onClick} className={cn("transition-opacity", isBusy && "opacity-60 delay-150")}>
        {rows.map((row) => {
          const isHere = place?.n === row.n;
          return (
            <Row
              key={row.n}
              kind={kind}
              row={row}
              columns={columns}
              typed={typed.get(row.n)}
              at={isHere ? place.column : null}
              selectedIn={isSelected.has(row.n) ? (place?.column ?? null) : null}
              field={isHere ? grid.fieldProps : null}
              isReadOnly={isReadOnly}
              orderHref={isMade ? orderHref : null}
            />
          );
        })}
      </TBody>
    </Table>
  );
}

type RowProps = {
  kind: FileKind;
  row: GridRow;
  columns: readonly string[];
  typed: Typed;
  /** The column of the cursor, in this row. */
  at: string | null;
  /** The column of the selection, in this row. */
  selectedIn: string | null;
  field: Grid["fieldProps"] | null;
  isReadOnly: boolean;
  orderHref: ((id: string) => string) | null;
};

const Row = memo(function Row({ kind, row, columns, typed, at, selectedIn, field, isReadOnly, orderHref }: RowProps) {
  const t = useTranslations("imports");
  const described = useId();
  const { n, errors } = row;
  const doubts = KINDS[kind].doubts({ ...row.values, ...typed });
  const isFurther = row.first_n !== n;
  const whole = errors.filter(({ column }) => !(columns as readonly string[]).includes(column));
  return (
    <tr data-selected={at !== null || undefined} className="group/row h-9">
      <th
        scope="row"
        data-cell={`${n}:${WHOLE}`}
        title={whole.map(({ message }) => message).join(" ") || undefined}
        className={cn(
          "cell sticky left-0 z-10 min-w-14 cursor-pointer bg-surface text-right font-normal text-muted tabular-nums",
          isFurther && "border-l-2 border-l-line",
          at !== null && "bg-accent-tint font-semibold text-text",
          whole.length > 0 && "bg-bad-tint text-bad",
        )}
      >
        <span className="inline-flex items-center gap-1">
          {whole.length > 0 ? <CircleAlert aria-hidden="true" className="size-3.5" /> : null}
          {n}
          {whole.length > 0 ? (
            <span id={described} className="sr-only">
              {whole.map(({ message }) => message).join(" ")}
            </span>
          ) : null}
        </span>
        {at === WHOLE && field ? (
          <CellField
            field={field}
            text=""
            readOnly
            aria-label={t(whole.length > 0 ? "cellWrong" : "cell", { column: t(`of.${kind}.whole`), n })}
            aria-invalid={whole.length > 0 || undefined}
            aria-describedby={whole.length > 0 ? described : undefined}
            className="bg-transparent"
          />
        ) : null}
      </th>
      {orderHref ? (
        <td className="cell whitespace-nowrap">
          {row.order_id ? <TextLink href={orderHref(row.order_id)}>{row.order_id}</TextLink> : null}
        </td>
      ) : null}
      {columns.map((column) => (
        <Cell
          key={column}
          kind={kind}
          row={row}
          column={column}
          doubt={doubts[column]}
          text={typed?.[column] ?? row.values[column] ?? ""}
          isSent={typed?.[column] !== undefined}
          field={at === column ? field : null}
          isSelected={selectedIn === column}
          isReadOnly={isReadOnly}
        />
      ))}
      {KINDS[kind].isPriced ? (
        <td className="cell text-right whitespace-nowrap tabular-nums">
          {row.price === null ? null : <Money amount={row.price} />}
        </td>
      ) : null}
    </tr>
  );
});

function Cell({
  kind,
  row,
  column,
  doubt,
  text,
  isSent,
  field,
  isSelected,
  isReadOnly,
}: {
  kind: FileKind;
  row: GridRow;
  column: string;
  /** What to look at again. */
  doubt: Doubt | undefined;
  text: string;
  /** It is on its way to be judged. */
  isSent: boolean;
  field: Grid["fieldProps"] | null;
  isSelected: boolean;
  isReadOnly: boolean;
}) {
  const t = useTranslations("imports");
  const tProducts = useTranslations("products.warnings");
  const described = useId();
  const fault = isSent ? undefined : row.errors.find((error) => error.column === column);
  const isFixed = !fault && row.corrected.includes(column);
  const isFurther = row.first_n !== row.n;
  const { figures, wide } = KINDS[kind];
  const isFigure = figures.has(column);
  const isDoubtful = !fault && doubt !== undefined;
  const said = fault?.message ?? (doubt && tProducts(doubt));
  const names = { column: useColumnLabel(kind)(column), n: row.n };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid can be selected
    <td
      data-cell={`${row.n}:${column}`}
      title={said}
      aria-invalid={fault ? true : undefined}
      aria-selected={isSelected || undefined}
      className={cn(
        "relative cell min-w-24 border-l border-line px-2",
        isReadOnly ? undefined : "cursor-cell",
        wide.has(column) && "min-w-48",
        isFigure && "text-right tabular-nums",
        isFurther && "text-muted",
        fault && "bg-bad-tint text-bad",
        isFixed && "bg-ok-tint",
        isDoubtful && "bg-warn-tint text-warn",
        isSelected && "bg-accent-tint",
        isSent && "opacity-70",
      )}
    >
      <span className={cn("flex max-w-60 items-center gap-1.5", isFigure && "justify-end")}>
        {fault ? <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" /> : null}
        {isDoubtful ? <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" /> : null}
        {isFixed && !isDoubtful ? <Check aria-hidden="true" className="size-3.5 shrink-0 text-ok" /> : null}
        <span className="min-w-0 truncate">{text || (fault ? "–" : "")}</span>
      </span>
      {said ? (
        <span id={described} className="sr-only">
          {said}
        </span>
      ) : null}
      {field ? (
        <CellField
          field={field}
          text={text}
          readOnly={isReadOnly}
          aria-label={t(fault ? "cellWrong" : isFixed ? "cellFixed" : "cell", names)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={said ? described : undefined}
          className={isFigure ? "text-right tabular-nums" : undefined}
        />
      ) : null}
    </td>
  );
}

/**
 * The field at the cursor, with several lines if the cell has them. It has its text from the page until somebody types
 * into it.
 */
function CellField({
  field,
  text,
  className,
  ...rest
}: Omit<ComponentProps<"textarea">, "ref"> & { field: Grid["fieldProps"]; text: string }) {
  const { ref, isTyping, onInput, ...handlers } = field;
  useEffect(() => {
    const input = ref.current;
    if (!input || input.value === text || isTyping()) return;
    input.value = text;
    if (document.activeElement === input) input.select();
  }, [ref, text, isTyping]);
  return (
    <textarea
      ref={ref}
      rows={1}
      defaultValue={text}
      autoComplete="off"
      spellCheck={false}
      {...rest}
      {...handlers}
      onInput={(event) => onInput(event.currentTarget.value)}
      className={cn(
        "absolute inset-0 size-full scroll-mt-16 scroll-ml-20 resize-none overflow-hidden bg-surface px-2 py-2.5 text-left whitespace-pre text-text outline-2 outline-offset-[-2px] outline-accent max-xl:scroll-mb-60",
        className,
      )}
    />
  );
}
