"use client";

import { Check, ClockAlert, Hand } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { hasDocuments } from "@/components/documents/document-order";
import { useWorkspace } from "@/components/environment";
import { ListTime, shortDay } from "@/components/orders/list-time";
import { OrderPrice } from "@/components/orders/order-price";
import { SuspendedMark } from "@/components/orders/suspended-mark";
import { Age } from "@/components/pick-pack/age";
import { useScanLabel } from "@/components/sub-status";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { type ListColumn, RowLink } from "@/components/ui/list-table";
import { RowButtons } from "@/components/ui/row-buttons";
import { StatusBadge } from "@/components/ui/status-badge";
import { districtName } from "@/lib/addresses/districts";
import type { OrderRow } from "@/lib/contracts/order";
import { formatDate } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { OrderColumn } from "@/lib/orders/columns";
import { TO_PRINT } from "@/lib/orders/status";

export type SortKey = "create_time" | "quote_price" | "order_status";

/** What the cells of a row are built from. */
type RowParts = {
  row: OrderRow;
  service: ListProvider | undefined;
  /** The country by its name. */
  country: string;
  /** Today in Hong Kong. */
  today: string;
  /** Where the remarks are shown below the recipient, as a class; null: nowhere. */
  remarksBelow: string | null;
  /** What has no column of its own and is shown below another. */
  below: readonly Below[];
};

/** What can be shown in the second line of another column. */
type Below = "reference" | "printed";

type Column = Pick<ListColumn<OrderRow>, "align" | "room" | "width"> & {
  key: OrderColumn | "order" | "recipient" | "status";
  sort?: SortKey;
  /** Classes of the cell: its place on a card, and its text style. */
  place: string;
  Content: (parts: RowParts) => ReactNode;
};

/** The width around the chosen columns, in rem: the checkbox and the menus. */
const SELECT_WIDTH = 2.5;
export const MENU_WIDTH = 4.5;
/** The minimum width of a column without a width of its own, in rem. */
const LEAST_SHARE = 5.5;
/** The width from which there may be room for the remarks, in rem: that of the class `@[70rem]`. */
const ROOMY = 70;
/** The width of the widest page, in rem. */
const WIDEST = 75.5;

/** Every column of the list in its order: the one table of its name, its width and its content. */
const COLUMNS: readonly Column[] = [
  { key: "order", width: 8, place: "card:at-1/2", Content: OrderNumber },
  {
    key: "created",
    width: 6.5,
    sort: "create_time",
    place: "text-xs whitespace-nowrap text-muted card:at-3/3 card:text-right",
    Content: ({ row, today }) => <ListTime value={row.create_time} today={today} />,
  },
  {
    key: "reference",
    width: 7,
    place: "text-xs card:at-6/2",
    Content: ({ row: { reference } }) => (
      <bdi className="block truncate" title={reference ?? undefined}>
        {reference}
      </bdi>
    ),
  },
  {
    key: "pickup",
    width: 7,
    place: "text-xs whitespace-nowrap card:at-5/2",
    Content: PickupDay,
  },
  { key: "recipient", place: "card:at-2/2", Content: Recipient },
  {
    key: "service",
    width: 6.5,
    place: "text-xs leading-3.5 card:at-3/2",
    Content: ({ row, service }) => {
      const isWaiting = row.order_status === "PENDING_CONFIRM" && service?.notice;
      return (
        <>
          <span
            className={isWaiting ? "block truncate" : "line-clamp-2"}
            title={service?.name ?? row.shipping_provider}
          >
            {service?.shortName ?? row.shipping_provider}
          </span>
          {isWaiting ? <SuspendedMark notice={isWaiting} /> : null}
        </>
      );
    },
  },
  {
    key: "status",
    width: 9.5,
    sort: "order_status",
    place: "card:at-1/3 card:text-right",
    Content: State,
  },
  {
    key: "tracking",
    width: 9,
    place: "whitespace-nowrap card:at-4/2",
    Content: TrackingNumber,
  },
  {
    key: "printed",
    width: 6.5,
    place: "text-xs whitespace-nowrap card:at-6/3 card:text-right",
    Content: Printed,
  },
  {
    key: "weight",
    width: 6,
    align: "end",
    place: "text-xs card:at-5/3",
    Content: ({ row }) => `${row.chargeable_weight} kg`,
  },
  {
    key: "price",
    width: 6.75,
    align: "end",
    sort: "quote_price",
    place: "card:at-2/3",
    Content: ({ row }) => <OrderPrice order={row} />,
  },
  {
    key: "remarks",
    room: "card:hidden @max-[70rem]:hidden",
    place: "text-xs text-muted",
    Content: ({ row: { client_remarks: remarks } }) =>
      remarks ? (
        <span dir="auto" className="block truncate text-left" title={remarks}>
          {remarks}
        </span>
      ) : null,
  },
];

const ALWAYS: readonly Column["key"][] = ["order", "recipient", "status"];

// A choice about as wide as the default one drops these where there is no room, instead of scrolling.
const NARROW: Partial<Record<Column["key"], string>> = {
  service: "row:@max-[58.75rem]:hidden",
  tracking: "row:@max-[52.25rem]:hidden",
};
/** Which choices these are, by the total width of their columns in rem: the widths of the classes above. */
const NARROWED = { above: 52.25, upTo: 58.75 };

/** The layout of the list for a choice of columns. */
export type ListLayout = {
  columns: readonly Column[];
  /** The minimum width of the table, in rem: a narrower place scrolls it sideways. */
  width: number;
  remarksBelow: RowParts["remarksBelow"];
  below: RowParts["below"];
};

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width = 0 }) => sum + width, SELECT_WIDTH + MENU_WIDTH + LEAST_SHARE);
}

/**
 * Lays the list out. Remarks get a column where there is room for one, and are below the recipient elsewhere; so are
 * whether it is printed, below the tracking number, and the reference, below the order's number.
 */
export function layoutOf(chosen: readonly OrderColumn[]): ListLayout {
  let wanted = COLUMNS.filter(({ key }) => [...ALWAYS, ...chosen].includes(key));
  const below: Below[] = [];
  const fold = (column: Below, widest: number) => {
    if (!chosen.includes(column) || widthOf(wanted) <= widest) return;
    wanted = wanted.filter(({ key }) => key !== column);
    below.push(column);
  };
  if (chosen.includes("tracking")) fold("printed", NARROWED.upTo);
  fold("reference", WIDEST);
  const whole = widthOf(wanted);
  const narrows = whole > NARROWED.above && whole <= NARROWED.upTo;
  const columns = narrows ? wanted.map((column) => ({ room: NARROW[column.key], ...column })) : wanted;
  const width = columns.reduce((sum, { key, width = 0 }) => (narrows && NARROW[key] ? sum - width : sum), whole);
  const layout = { columns, width, below };
  if (!chosen.includes("remarks")) return { ...layout, remarksBelow: null };
  if (whole + LEAST_SHARE <= ROOMY) return { ...layout, remarksBelow: "@[70rem]:hidden" };
  return { ...layout, columns: columns.filter(({ key }) => key !== "remarks"), remarksBelow: "" };
}

function OrderNumber({ row, below }: RowParts) {
  const { href } = useWorkspace();
  return (
    <>
      <RowLink
        href={href(`/orders/${row.order_id}`)}
        className="text-xs whitespace-nowrap card:text-sm card:font-semibold"
      >
        {row.order_id}
      </RowLink>
      {below.includes("reference") && row.reference ? (
        <bdi className="block truncate text-xs leading-3.5 text-muted" title={row.reference}>
          {row.reference}
        </bdi>
      ) : null}
    </>
  );
}

function PickupDay({ row: { pickup_date }, today }: RowParts) {
  const t = useTranslations("orderList");
  const language = useLocale();
  if (!pickup_date) return <Nothing label={t("noPickup")} className="card:hidden" />;
  const whole = formatDate(pickup_date, language, { weekday: true });
  const isThisYear = pickup_date.startsWith(today.slice(0, 4));
  return (
    <time dateTime={pickup_date} title={whole}>
      {/* On a card nothing else distinguishes it from the other date. */}
      <span className="text-muted row:hidden">{t("columns.pickup")} </span>
      {isThisYear ? whole.replace(/ ?\d{4}年?/, "").replace("星期", "") : formatDate(pickup_date, language)}
    </time>
  );
}

function Recipient(parts: RowParts) {
  const { row, country, remarksBelow } = parts;
  const language = useLocale();
  const { recipient_district: district, recipient_city: city } = row;
  const place = district ? districtName(district, language) : [city, country].filter(Boolean).join(", ");
  return (
    <>
      {/* A name written from right to left is cut at its own end. */}
      <span dir="auto" className="block truncate text-left leading-4.5" title={row.recipient_name}>
        {row.recipient_name}
      </span>
      <span className="block truncate text-xs leading-3.5 text-muted">
        {place}
        {row.client_remarks && remarksBelow !== null ? (
          <span className={remarksBelow}>
            {" "}
            · <bdi>{row.client_remarks}</bdi>
          </span>
        ) : null}
      </span>
      {row.tags.length > 0 ? (
        <ul className="mt-0.5 flex flex-wrap gap-1">
          {row.tags.map((tag) => (
            <li key={tag} className="badge max-w-full bg-hover text-muted">
              <bdi className="truncate">{tag}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      {/* On a card the state has no room for it. */}
      <Trouble {...parts} className="row:hidden" />
    </>
  );
}

function State(parts: RowParts) {
  return (
    <>
      <StatusBadge status={parts.row.order_status} />
      <Trouble {...parts} className="card:hidden" />
    </>
  );
}

/** What needs attention: that a rule holds it up, since when and why an order is stuck, and that it should have arrived. */
function Trouble({
  row: { holds, late, estimated_delivery, problem },
  today,
  className,
}: RowParts & { className: string }) {
  const t = useTranslations("ui");
  const language = useLocale();
  const scanLabel = useScanLabel();
  // There is room for one reason; the carrier's own words follow as a tooltip.
  const reason = problem && scanLabel(problem.sub_status, problem.sub_status ? null : problem.description);
  return (
    <>
      {holds.length > 0 ? (
        <span className={cn("mt-0.5 line-clamp-2 text-xs leading-3.5 text-warn", className)} title={holds.join("\n")}>
          <Hand aria-hidden="true" className="mr-1 inline size-3 align-[-1px]" />
          <bdi>{holds[0]}</bdi>
        </span>
      ) : null}
      {problem ? (
        <span
          className={cn("mt-0.5 line-clamp-2 text-xs leading-3.5", className)}
          title={scanLabel(problem.sub_status, problem.description) || undefined}
        >
          <Age minutes={problem.age_minutes} />
          {reason ? (
            <>
              {" "}
              · <bdi>{reason}</bdi>
            </>
          ) : null}
        </span>
      ) : null}
      {late === "Y" && estimated_delivery ? (
        <span className={cn("mt-0.5 block text-xs leading-3.5 font-semibold text-bad", className)}>
          <ClockAlert aria-hidden="true" className="mr-1 inline size-3 align-[-1px]" />
          {t("late", { date: shortDay(estimated_delivery, language, today) })}
        </span>
      ) : null}
    </>
  );
}

function Printed({ row }: Pick<RowParts, "row">) {
  const t = useTranslations("orderList");
  if (!hasDocuments(row)) return <Nothing label={t("noLabel")} className="card:hidden" />;
  if (row.printed === "Y")
    return (
      <span className="inline-flex items-center gap-1">
        <Check aria-hidden="true" className="size-3.5 text-ok" />
        {t("printed.Y")}
      </span>
    );
  // What has left, or never leaves, needs no label any more.
  if (row.order_status !== TO_PRINT.status) return <Nothing label={t("printed.N")} className="card:hidden" />;
  return <span className="text-muted">{t("printed.N")}</span>;
}

function TrackingNumber({ row, below }: RowParts) {
  const t = useTranslations("orderList");
  const number = row.tracking_number;
  if (!number) return <Nothing label={t("noTracking")} />;
  return (
    <>
      <span className="flex items-center gap-0.5">
        <span className="font-mono text-xs">{number}</span>
        <RowButtons room="-my-1 size-7">
          {() => (
            <CopyButton
              text={number}
              what={t("copyTracking", { number })}
              size="icon-sm"
              className="-my-1 size-7 text-muted opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
            />
          )}
        </RowButtons>
      </span>
      {below.includes("printed") && hasDocuments(row) ? (
        <span className="block text-xs leading-3.5">
          <Printed row={row} />
        </span>
      ) : null}
    </>
  );
}

function Nothing({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cn("text-xs text-muted", className)}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
