"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListTime } from "@/components/orders/list-time";
import { Age } from "@/components/pick-pack/age";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { CopyButton } from "@/components/ui/copy-button";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ListPickPackQuery, PickPackRow } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { ChangeList } from "./pick-pack-url";

/** One page of the list. */
export function ListRows({
  rows,
  query,
  providers,
  today,
  onChange,
  isBusy,
}: {
  rows: readonly PickPackRow[];
  query: ListPickPackQuery;
  providers: readonly ListProvider[];
  today: string;
  onChange: ChangeList;
  isBusy: boolean;
}) {
  const t = useTranslations("pickPack");
  const { href } = useWorkspace();
  const names = new Map(providers.map((provider) => [provider.code, provider]));
  // The longest wait is the earliest request.
  const isOldestFirst = query.sort === "request_datetime";
  return (
    <ListTable
      label={t("columns.caption")}
      rows={rows}
      keyOf={({ order_id }) => order_id}
      cards="wide"
      rowClass="h-12 card:grid-cols-[minmax(0,1fr)_auto]"
      columns={[
        {
          key: "order",
          head: t("columns.order"),
          width: 8.25,
          place: "card:at-1/1",
          cell: ({ order_id }) => (
            <RowLink
              href={href(`/pick-pack/${order_id}`)}
              className="text-xs whitespace-nowrap card:text-sm card:font-semibold"
            >
              {order_id}
            </RowLink>
          ),
        },
        {
          key: "age",
          head: t("columns.age"),
          width: 6.75,
          sort: {
            sort: isOldestFirst ? "descending" : "ascending",
            onSort: () => onChange({ sort: isOldestFirst ? "-request_datetime" : "request_datetime" }),
          },
          place: "text-xs whitespace-nowrap card:at-3/2 card:text-right",
          cell: (row) => (
            <>
              <span className="block leading-4.5">
                <Age minutes={row.age_minutes} />
              </span>
              <span className="block leading-3.5 text-muted">
                <ListTime value={row.request_datetime} today={today} />
              </span>
            </>
          ),
        },
        {
          key: "status",
          head: t("columns.status"),
          width: 10,
          place: "card:at-1/2 card:text-right",
          cell: (row) => (
            <>
              <PickPackBadge status={row.status} />
              {row.is_cancel_requested === "Y" ? (
                <span className="block text-xs leading-4 text-warn">{t("cancelAsked")}</span>
              ) : null}
              {row.short === "Y" ? <span className="block text-xs leading-4 text-warn">{t("short.tag")}</span> : null}
              {row.reject_type ? (
                <span className="block text-xs leading-4 text-muted">{t(`rejectTypes.${row.reject_type}`)}</span>
              ) : null}
            </>
          ),
        },
        {
          key: "recipient",
          head: t("columns.recipient"),
          place: "card:at-2/1",
          cell: (row) => (
            <>
              <span className="block truncate leading-4.5" title={row.recipient_name}>
                {row.recipient_name}
              </span>
              <span className="block truncate text-xs leading-3.5 text-muted">
                {t("contents", { parcels: row.parcel_count, units: Number(row.unit_count) })}
              </span>
            </>
          ),
        },
        {
          key: "service",
          head: t("columns.service"),
          width: 7,
          room: "row:@max-[54rem]:hidden",
          place: "text-xs leading-3.5 card:at-3/1",
          title: (row) => names.get(row.shipping_provider)?.name ?? row.shipping_provider,
          cell: (row) => (
            <span className="line-clamp-2">{names.get(row.shipping_provider)?.shortName ?? row.shipping_provider}</span>
          ),
        },
        {
          key: "tracking",
          head: t("columns.tracking"),
          width: 9,
          place: "whitespace-nowrap card:at-4/1",
          cell: ({ tracking_number: number }) => (
            <span className="flex w-fit items-center gap-0.5">
              <span className="font-mono text-xs">{number}</span>
              <CopyButton
                text={number}
                what={t("copyTracking", { number })}
                size="icon-sm"
                className="-my-1 size-7 text-muted"
              />
            </span>
          ),
        },
        {
          key: "shipment",
          head: t("columns.shipment"),
          width: 10.5,
          place: "card:at-4/2 card:text-right",
          cell: ({ order_id: order, order_status }) => (
            <Link
              href={href(`/orders/${order}`)}
              prefetch={false}
              title={t("openOrder", { order })}
              className="inline-flex max-w-full rounded-xs underline-offset-4 hover:underline"
            >
              <span className="sr-only">{t("openOrder", { order })}: </span>
              <StatusBadge status={order_status} />
            </Link>
          ),
        },
      ]}
      isBusy={isBusy}
    />
  );
}
