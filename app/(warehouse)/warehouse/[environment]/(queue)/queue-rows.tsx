"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Selection } from "@/components/lists/use-selection";
import { Age } from "@/components/pick-pack/age";
import { ListTable, RowLink } from "@/components/ui/list-table";
import type { QueueView } from "@/components/warehouse/queue-tabs";
import { StateBadge } from "@/components/warehouse/state-badge";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { ChangeQueue } from "./queue-url";
import { RowActions } from "./row-actions";
import type { QueueActions } from "./use-queue-actions";
import { Waiting } from "./waiting";

/** One page of the queue; the link of a row opens it at the bench. */
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
  const isOldestFirst = view.sort === "request_datetime";
  const serviceOf = (row: PickPackRow) => shortNames.get(row.shipping_provider) ?? row.courier_company;
  return (
    <ListTable
      label={t("columns.caption")}
      rows={rows}
      keyOf={({ order_id }) => order_id}
      rowClass="h-14 card:grid-cols-[auto_minmax(0,1fr)_auto] card:items-start card:py-3"
      // Fingers slip: a tap next to a button opens nothing.
      opens="link"
      select={{ selection, page: t("select.page"), row: ({ order_id: order }) => t("select.order", { order }) }}
      columns={[
        {
          key: "age",
          head: t("columns.age"),
          width: 6.25,
          // The longest wait is the earliest request.
          sort: {
            sort: isOldestFirst ? "descending" : "ascending",
            onSort: () => onChange({ sort: isOldestFirst ? "-request_datetime" : "request_datetime" }),
          },
          place: "card:at-1/3 card:text-right",
          title: (row) => `${row.request_datetime} HKT`,
          cell: (row) =>
            isOpen(row) ? (
              <Waiting minutes={row.age_minutes} className="flex flex-col items-start card:items-end" />
            ) : (
              <Age minutes={row.age_minutes} />
            ),
        },
        {
          key: "order",
          head: t("columns.order"),
          width: 9,
          room: "row:@[60rem]:w-52",
          place: "card:at-1/2",
          cell: (row) => <Order row={row} />,
        },
        {
          key: "recipient",
          head: t("columns.recipient"),
          place: "card:col-span-2 card:col-start-2 card:row-start-2",
          cell: (row) => <Recipient row={row} service={serviceOf(row)} />,
        },
        {
          key: "service",
          head: t("columns.service"),
          width: 11,
          room: "row:@max-[60rem]:hidden",
          place: "card:col-span-2 card:col-start-2 card:row-start-3 card:text-xs",
          title: (row) => row.courier_company,
          cell: (row) => (
            <>
              <span className="block truncate card:inline">{serviceOf(row)}</span>
              <span className="hidden card:inline"> · </span>
              <span className="block truncate font-mono text-xs text-muted card:inline">{row.tracking_number}</span>
            </>
          ),
        },
        {
          key: "state",
          head: t("columns.state"),
          width: 9,
          room: "row:@[60rem]:w-44",
          place: "card:at-4/2",
          cell: (row) => <State row={row} />,
        },
        {
          key: "actions",
          head: t("columns.actions"),
          isHeadHidden: true,
          width: 10.25,
          place: "pr-4! card:pr-0! card:at-4/3 card:self-end",
          cell: (row) => <RowActions row={row} actions={actions} />,
        },
      ]}
      isBusy={isBusy}
    />
  );
}

// One line in wide tables; all of it in narrow ones and in cards.
const SECOND = "block text-xs break-words text-muted row:@[60rem]:truncate";

const isOpen = ({ status }: PickPackRow) => status === "PICKPACK_PENDING_CONFIRM" || status === "PICKPACK_CONFIRMED";

function Order({ row }: { row: PickPackRow }) {
  const { href } = useWarehouse();
  return (
    <>
      <RowLink
        href={href(`/bench/${row.order_id}`)}
        className="inline-flex min-h-6 items-center whitespace-nowrap card:font-semibold"
      >
        {row.order_id}
      </RowLink>
      <span className={SECOND} title={row.customer_name}>
        {row.customer_name}
      </span>
    </>
  );
}

function Recipient({ row, service }: { row: PickPackRow; service: string }) {
  const t = useTranslations("pickPack");
  return (
    <>
      <span className="block truncate" title={row.recipient_name}>
        {row.recipient_name}
      </span>
      <span className={SECOND}>
        {t("contents", { parcels: row.parcel_count, units: Number(row.unit_count) })}
        {/* Where there is no room for a separate column. */}
        <span className="hidden row:@max-[60rem]:inline"> · {service}</span>
      </span>
    </>
  );
}

function State({ row }: { row: PickPackRow }) {
  const t = useTranslations("warehouse.queue");
  const tPickPack = useTranslations("pickPack");
  const { href } = useWarehouse();
  return (
    <>
      <StateBadge order={row} />
      {row.is_cancel_requested === "Y" ? (
        <span className="block text-xs font-semibold text-warn">{tPickPack("cancelAsked")}</span>
      ) : null}
      {row.reject_type ? (
        <span className="block text-xs text-muted">{tPickPack(`rejectTypes.${row.reject_type}`)}</span>
      ) : null}
      {row.is_require_repack === "Y" && isOpen(row) ? (
        <span className="block text-xs font-semibold">{t("repack")}</span>
      ) : null}
      {row.wave_id && isOpen(row) ? (
        <Link
          href={href(`/waves/${row.wave_id}`)}
          prefetch={false}
          className="flex min-h-6 w-fit items-center rounded-xs text-xs text-accent no-underline hover:underline"
        >
          {row.wave_number}
        </Link>
      ) : null}
    </>
  );
}
