"use client";

import { CalendarClock, Check, Signature } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCollectionLabels } from "@/components/dispatch/collection-labels";
import { useWorkspace } from "@/components/environment";
import type { Selection } from "@/components/lists/use-selection";
import { Button } from "@/components/ui/button";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { hongKongDate } from "@/lib/calendar";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { type Collection, isToList, isToScan } from "@/lib/dispatch";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";

/** `…T10:05:…+08:00` → `10:05`; of another day the day with it. */
function clockOf(instant: string): string {
  const [day = "", time = ""] = [instant.slice(0, 10), instant.slice(11, 16)];
  return day === hongKongDate(new Date()) ? time : `${day.slice(8)}/${day.slice(5, 7)} ${time}`;
}

/** The orders of one collection, with what can be done for all of them. */
export function CollectionRows({
  collection,
  all,
  providers,
  countries,
  selection,
  onBook,
  onHandOver,
}: {
  /** Those of its orders that are shown. */
  collection: Collection;
  /** All of them. */
  all: readonly DispatchOrder[];
  providers: readonly ListProvider[];
  countries: Readonly<Record<string, string>>;
  selection: Selection;
  onBook: (waiting: readonly DispatchOrder[]) => void;
  /** With those of which a parcel stays here. */
  onHandOver: (out: readonly DispatchOrder[], left: readonly DispatchOrder[]) => void;
}) {
  const t = useTranslations("dispatch");
  const { href, may } = useWorkspace();
  const labels = useCollectionLabels(providers);
  const { kind, orders } = collection;
  const waiting = all.filter(({ order_status }) => order_status === "READY_TO_SHIP");
  const mayBook =
    may("updateOrder") && waiting.length > 0 && (kind === "BOOKED" || kind === "UNBOOKED" || kind === "MISSED");
  return (
    <Section
      flush
      title={
        <>
          {labels.serviceOf(collection)}{" "}
          <span className="font-normal text-muted tabular-nums">{labels.whenOf(collection)}</span>
        </>
      }
      actions={
        <>
          {mayBook ? (
            <Button size="sm" onClick={() => onBook(waiting)}>
              <CalendarClock aria-hidden="true" />
              {t(kind === "UNBOOKED" ? "book.open" : "book.move")}
            </Button>
          ) : null}
          {may("createHandOver") && all.some(isToList) ? (
            <Button size="sm" onClick={() => onHandOver(all.filter(isToList), all.filter(isToScan))}>
              <Signature aria-hidden="true" />
              {t("handOver.open")}
            </Button>
          ) : null}
        </>
      }
    >
      <ListTable
        label={`${labels.serviceOf(collection)} ${labels.whenOf(collection)}`}
        rows={orders}
        keyOf={({ order_id }) => order_id}
        isAside
        rowClass="card:grid-cols-[auto_minmax(0,1fr)_auto]"
        select={{
          selection,
          page: t("select.all"),
          row: ({ order_id: order }) => t("select.order", { order }),
        }}
        columns={[
          {
            key: "reference",
            head: t("columns.reference"),
            width: 9.5,
            place: "card:at-1/2 truncate",
            cell: ({ order_id, reference }) => (
              <RowLink href={href(`/orders/${order_id}`)}>{reference ?? order_id}</RowLink>
            ),
          },
          {
            key: "recipient",
            head: t("columns.recipient"),
            place: "card:at-2/2 truncate",
            title: ({ recipient_name, recipient_place }) =>
              [recipient_name, recipient_place].filter(Boolean).join(" · "),
            cell: (order) => <Recipient order={order} country={countries[order.recipient_country]} />,
          },
          {
            key: "weight",
            head: t("columns.weight"),
            align: "end",
            width: 4.5,
            place: "card:at-2/3 tabular-nums",
            cell: ({ weight, parcel_count }) =>
              parcel_count > 1 ? `${formatNumber(weight)} (${parcel_count})` : formatNumber(weight),
          },
          {
            key: "label",
            head: t("columns.label"),
            width: 8,
            place: "card:at-3/2 tabular-nums",
            cell: (order) => <Label order={order} />,
          },
          {
            key: "out",
            head: t("columns.out"),
            width: 7,
            place: "card:at-3/3 tabular-nums",
            cell: (order) => <Out order={order} />,
          },
        ]}
      />
    </Section>
  );
}

function Recipient({ order, country }: { order: DispatchOrder; country: string | undefined }) {
  const t = useTranslations("dispatch");
  const place = [order.recipient_place, order.ship_type === "intl" ? country : null].filter(Boolean).join(", ");
  return (
    <>
      <bdi>{order.recipient_name}</bdi>
      {place ? (
        <span className="text-muted">
          {" "}
          <bdi>{place}</bdi>
        </span>
      ) : null}
      {order.cod_amount ? <span className="text-muted"> · {t("cod")}</span> : null}
    </>
  );
}

function Label({ order }: { order: DispatchOrder }) {
  const t = useTranslations("dispatch.label");
  if (order.in_warehouse) return <span className="text-muted">{t("inWarehouse")}</span>;
  if (!order.is_printed) return t(order.printed_at ? "changed" : "unprinted");
  return (
    <span className="text-muted">
      {order.printed_at ? t("printedAt", { time: clockOf(order.printed_at) }) : t("printed")}
    </span>
  );
}

function Out({ order }: { order: DispatchOrder }) {
  const t = useTranslations("dispatch.out");
  const last = order.scan_list.at(-1);
  if (order.order_status === "CANCELLED") return <span className="font-semibold text-bad">{t("cancelled")}</span>;
  const isCollected = order.order_status !== "READY_TO_SHIP";
  if (!last)
    return isCollected ? <span className="text-muted">{t("collected")}</span> : <span aria-hidden="true">–</span>;
  const isWhole = order.scan_list.length === order.parcel_count;
  return (
    <>
      <span className={isWhole ? "inline-flex items-center gap-1 text-ok" : "text-muted"}>
        {isWhole ? <Check aria-hidden="true" className="size-4" /> : null}
        {isWhole ? clockOf(last.scanned_at) : t("some", { count: order.scan_list.length, of: order.parcel_count })}
        <span className="sr-only">{t("scanned")}</span>
      </span>
      {last.scanned_by ? <span className="block truncate text-xs text-muted">{last.scanned_by}</span> : null}
    </>
  );
}
