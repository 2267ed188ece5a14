"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Age } from "@/components/pick-pack/age";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { StatusBadge } from "@/components/ui/status-badge";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { ListPickPackQuery, PickPackRow } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/list-provider";
import { ListTime } from "../orders/list-time";
import type { ChangeList } from "./list-url";

// One table for wide and narrow: below 48rem each row becomes a card. See orders/list-rows.tsx.
const CARD = "@max-3xl:block @max-3xl:h-auto @max-3xl:p-0!";

/** One page of the list; all of a row opens it. */
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
  const t = useTranslations("pickPack.columns");
  const names = new Map(providers.map((provider) => [provider.code, provider]));
  // The longest wait is the earliest request.
  const isOldestFirst = query.sort === "request_datetime";
  return (
    <div className="@container" aria-busy={isBusy || undefined}>
      <Table label={t("caption")} role="table" className="@max-3xl:block @3xl:table-fixed [&_td]:px-2 [&_th]:px-2">
        <THead role="rowgroup" className="@max-3xl:sr-only @max-3xl:focus-within:not-sr-only">
          <TR role="row">
            <TH role="columnheader" className="w-33">
              {t("order")}
            </TH>
            <TH
              role="columnheader"
              className="w-27"
              sort={isOldestFirst ? "descending" : "ascending"}
              onSort={() => onChange({ sort: isOldestFirst ? "-request_datetime" : "request_datetime" })}
            >
              {t("age")}
            </TH>
            <TH role="columnheader" className="w-40">
              {t("status")}
            </TH>
            <TH role="columnheader">{t("recipient")}</TH>
            <TH role="columnheader" className="w-28 @max-[54rem]:hidden">
              {t("service")}
            </TH>
            <TH role="columnheader" className="w-36">
              {t("tracking")}
            </TH>
            <TH role="columnheader" className="w-42">
              {t("shipment")}
            </TH>
          </TR>
        </THead>
        <TBody role="rowgroup" className={cn("transition-opacity @max-3xl:block", isBusy && "opacity-60 delay-150")}>
          {rows.map((row) => (
            <Row key={row.order_id} row={row} service={names.get(row.shipping_provider)} today={today} />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function Row({ row, service, today }: { row: PickPackRow; service: ListProvider | undefined; today: string }) {
  const t = useTranslations("pickPack");
  const { href } = usePlace();
  return (
    <TR
      role="row"
      className="relative h-12 @max-3xl:grid @max-3xl:h-auto @max-3xl:grid-cols-[minmax(0,1fr)_auto] @max-3xl:items-center @max-3xl:gap-x-3 @max-3xl:gap-y-1 @max-3xl:px-4 @max-3xl:py-2.5"
    >
      <TD role="cell" className={cn(CARD, "@max-3xl:col-start-1 @max-3xl:row-start-1")}>
        <Link
          href={href(`/pick-pack/${row.order_id}`)}
          prefetch={false}
          className="rounded-xs text-xs whitespace-nowrap text-accent no-underline before:absolute before:inset-0 hover:underline @max-3xl:text-sm @max-3xl:font-semibold"
        >
          {row.order_id}
        </Link>
      </TD>
      <TD
        role="cell"
        className={cn(CARD, "text-xs whitespace-nowrap @max-3xl:col-start-2 @max-3xl:row-start-3 @max-3xl:text-right")}
      >
        <span className="block leading-4.5">
          <Age minutes={row.age_minutes} />
        </span>
        <span className="block leading-3.5 text-muted">
          <ListTime value={row.request_datetime} today={today} />
        </span>
      </TD>
      <TD role="cell" className={cn(CARD, "@max-3xl:col-start-2 @max-3xl:row-start-1 @max-3xl:text-right")}>
        <PickPackBadge status={row.status} />
        {row.is_cancel_requested === "Y" ? (
          <span className="block text-xs leading-4 text-warn">{t("cancelAsked")}</span>
        ) : null}
        {row.reject_type ? (
          <span className="block text-xs leading-4 text-muted">{t(`rejectTypes.${row.reject_type}`)}</span>
        ) : null}
      </TD>
      <TD role="cell" className={cn(CARD, "@max-3xl:col-start-1 @max-3xl:row-start-2")}>
        <span className="block truncate leading-4.5" title={row.recipient_name}>
          {row.recipient_name}
        </span>
        <span className="block truncate text-xs leading-3.5 text-muted">
          {t("contents", { parcels: row.parcel_count, units: Number(row.unit_count) })}
        </span>
      </TD>
      <TD
        role="cell"
        className={cn(CARD, "text-xs leading-3.5 @3xl:@max-[54rem]:hidden @max-3xl:col-start-1 @max-3xl:row-start-3")}
        title={service?.name ?? row.shipping_provider}
      >
        <span className="line-clamp-2">{service?.shortName ?? row.shipping_provider}</span>
      </TD>
      <TD role="cell" className={cn(CARD, "whitespace-nowrap @max-3xl:col-start-1 @max-3xl:row-start-4")}>
        <span className="relative flex w-fit items-center gap-0.5">
          <span className="font-mono text-xs">{row.tracking_number}</span>
          <CopyButton
            text={row.tracking_number}
            what={t("copyTracking", { number: row.tracking_number })}
            size="icon-sm"
            className="-my-1 size-7 text-muted"
          />
        </span>
      </TD>
      <TD role="cell" className={cn(CARD, "@max-3xl:col-start-2 @max-3xl:row-start-4 @max-3xl:text-right")}>
        <Link
          href={href(`/orders/${row.order_id}`)}
          prefetch={false}
          title={t("openOrder", { order: row.order_id })}
          className="relative inline-flex max-w-full rounded-xs underline-offset-4 hover:underline"
        >
          <span className="sr-only">{t("openOrder", { order: row.order_id })}: </span>
          <StatusBadge status={row.order_status} />
        </Link>
      </TD>
    </TR>
  );
}
