"use client";

import Link, { useLinkStatus } from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePlace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import type { OrderRow } from "@/lib/contracts/order";
import { formatDate } from "@/lib/format";
import type { ListProvider } from "@/lib/list-provider";
import type { OrderColumn } from "@/lib/order-columns";
import { ListTime } from "./list-time";

export type SortKey = "create_time" | "quote_price" | "order_status";

/** What the cells of a row are made of. */
export type RowParts = {
  row: OrderRow;
  service: ListProvider | undefined;
  /** The country by its name. */
  country: string;
  /** Today in Hong Kong. */
  today: string;
  /** Where the remarks stand below the recipient, as a class; null: nowhere. */
  remarksBelow: string | null;
};

export type Column = {
  key: OrderColumn | "order" | "recipient" | "status";
  /** In rem. Columns without one share what is left. */
  width?: number;
  align?: "start" | "end";
  sort?: SortKey;
  /** Of head and cell: where there is no room for it, as on cards. */
  room?: string;
  /** The same, but for cards, which have room for it. */
  narrow?: string | undefined;
  /** Of the cell: its place on a card, and how it is written. */
  cell: string;
  Content: (parts: RowParts) => ReactNode;
};

/** What lies around the chosen columns, in rem: the box to select by and the menus. */
export const SELECT_WIDTH = 2.5;
export const MENU_WIDTH = 4.5;
/** The least that a column without a width of its own has, in rem. */
const LEAST_SHARE = 7;
/** The width from which there may be room for the remarks, in rem: that of the class `@[70rem]`. */
const ROOMY = 70;

/** Every column of the list in its order: the one table of what it is called, how wide it is and what it shows. */
const COLUMNS: readonly Column[] = [
  { key: "order", width: 8, cell: "@max-2xl:col-start-2 @max-2xl:row-start-1", Content: OrderNumber },
  {
    key: "created",
    width: 6.5,
    sort: "create_time",
    cell: "text-xs whitespace-nowrap text-muted @max-2xl:col-start-3 @max-2xl:row-start-3 @max-2xl:text-right",
    Content: ({ row, today }) => <ListTime value={row.create_time} today={today} />,
  },
  {
    key: "pickup",
    width: 7,
    cell: "text-xs whitespace-nowrap @max-2xl:col-start-2 @max-2xl:row-start-5",
    Content: PickupDay,
  },
  { key: "recipient", cell: "@max-2xl:col-start-2 @max-2xl:row-start-2", Content: Recipient },
  {
    key: "service",
    width: 6.5,
    cell: "text-xs leading-3.5 @max-2xl:col-start-2 @max-2xl:row-start-3",
    Content: ({ row, service }) => (
      <span className="line-clamp-2" title={service?.name ?? row.shipping_provider}>
        {service?.shortName ?? row.shipping_provider}
      </span>
    ),
  },
  {
    key: "status",
    width: 9.5,
    sort: "order_status",
    cell: "@max-2xl:col-start-3 @max-2xl:row-start-1 @max-2xl:text-right",
    Content: ({ row }) => <StatusBadge status={row.order_status} />,
  },
  {
    key: "tracking",
    width: 9,
    cell: "whitespace-nowrap @max-2xl:col-start-2 @max-2xl:row-start-4",
    Content: TrackingNumber,
  },
  {
    key: "weight",
    width: 6,
    align: "end",
    cell: "text-xs @max-2xl:col-start-3 @max-2xl:row-start-5",
    Content: ({ row }) => `${row.chargeable_weight} kg`,
  },
  {
    key: "price",
    width: 6.75,
    align: "end",
    sort: "quote_price",
    cell: "@max-2xl:col-start-3 @max-2xl:row-start-2",
    Content: ({ row }) => <Money amount={row.quote_price} />,
  },
  {
    key: "remarks",
    room: "@max-[70rem]:hidden",
    cell: "text-xs text-muted",
    Content: ({ row }) => (
      <span dir="auto" className="block truncate text-left" title={row.client_remarks ?? undefined}>
        {row.client_remarks}
      </span>
    ),
  },
];

const ALWAYS: readonly Column["key"][] = ["order", "recipient", "status"];

// A choice about as wide as the usual one does without these where it has no room, in place of being scrolled.
const NARROW: Partial<Record<Column["key"], string>> = {
  service: "@2xl:@max-[60.25rem]:hidden",
  tracking: "@2xl:@max-[53.75rem]:hidden",
};
/** Which choices these are, by what all of their columns need, in rem: the widths of the classes above. */
const NARROWED = { above: 53.75, upTo: 60.25 };

/** How the list is laid out for a choice of columns. */
export type ListLayout = {
  columns: readonly Column[];
  /** The least width of the table, in rem: a narrower place scrolls it sideways. */
  width: number;
  remarksBelow: RowParts["remarksBelow"];
};

/** Lays the list out. Remarks have a column where there is room for one, and stand below the recipient elsewhere. */
export function layoutOf(chosen: readonly OrderColumn[]): ListLayout {
  const wanted = COLUMNS.filter(({ key }) => [...ALWAYS, ...chosen].includes(key));
  const whole = wanted.reduce((sum, { width = 0 }) => sum + width, SELECT_WIDTH + MENU_WIDTH + LEAST_SHARE);
  const narrows = whole > NARROWED.above && whole <= NARROWED.upTo;
  const columns = narrows ? wanted.map((column) => ({ ...column, narrow: NARROW[column.key] })) : wanted;
  const width = columns.reduce((sum, { narrow, width = 0 }) => (narrow ? sum - width : sum), whole);
  if (!chosen.includes("remarks")) return { columns, width, remarksBelow: null };
  if (whole + LEAST_SHARE <= ROOMY) return { columns, width, remarksBelow: "@[70rem]:hidden" };
  return { columns: columns.filter(({ key }) => key !== "remarks"), width, remarksBelow: "" };
}

function OrderNumber({ row }: RowParts) {
  const { href } = usePlace();
  return (
    <Link
      href={href(`/orders/${row.order_id}`)}
      prefetch={false}
      data-row=""
      className="rounded-xs text-xs whitespace-nowrap text-accent no-underline hover:underline @max-2xl:text-sm @max-2xl:font-semibold"
    >
      <Opening>{row.order_id}</Opening>
    </Link>
  );
}

/** Dims the link that was followed until its page is there. */
function Opening({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return <span className={cn("transition-opacity", pending && "opacity-50 delay-100")}>{children}</span>;
}

function PickupDay({ row: { pickup_date }, today }: RowParts) {
  const t = useTranslations("orderList");
  const language = useLocale();
  if (!pickup_date) return <Nothing words={t("noPickup")} className="@max-2xl:hidden" />;
  const whole = formatDate(pickup_date, language, { weekday: true });
  const isThisYear = pickup_date.startsWith(today.slice(0, 4));
  return (
    <time dateTime={pickup_date} title={whole}>
      {/* On a card nothing else tells it from the other day. */}
      <span className="text-muted @2xl:hidden">{t("columns.pickup")} </span>
      {isThisYear ? whole.replace(/ ?\d{4}年?/, "").replace("星期", "") : formatDate(pickup_date, language)}
    </time>
  );
}

function Recipient({ row, country, remarksBelow }: RowParts) {
  return (
    <>
      {/* A name from right to left is cut at its own end. */}
      <span dir="auto" className="block truncate text-left leading-4.5" title={row.recipient_name}>
        {row.recipient_name}
      </span>
      <span className="block truncate text-xs leading-3.5 text-muted">
        {country}
        {row.client_remarks && remarksBelow !== null ? (
          <span className={remarksBelow}>
            {" "}
            · <bdi>{row.client_remarks}</bdi>
          </span>
        ) : null}
      </span>
    </>
  );
}

function TrackingNumber({ row }: RowParts) {
  const t = useTranslations("orderList");
  if (!row.tracking_number) return <Nothing words={t("noTracking")} />;
  return (
    <span className="flex items-center gap-0.5">
      <span className="font-mono text-xs">{row.tracking_number}</span>
      <CopyButton
        text={row.tracking_number}
        what={t("copyTracking", { number: row.tracking_number })}
        size="icon-sm"
        className="-my-1 size-7 text-muted opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      />
    </span>
  );
}

function Nothing({ words, className }: { words: string; className?: string }) {
  return (
    <span className={cn("text-xs text-muted", className)}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
