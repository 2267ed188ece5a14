"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { usePlace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { AttemptResult, DeliveryBadge } from "./delivery-state";
import { NextAttempt } from "./next-attempt";
import type { WebhookPageUrl } from "./webhook-url";

// One table for wide and narrow: on a telephone each row becomes a card. See orders/list-rows.tsx.
const CARD = "max-md:block max-md:h-auto max-md:p-0!";

/** One page of deliveries; all of a row opens it. */
export function DeliveriesTable({
  rows,
  view,
  mostAttempts,
  isBusy,
}: {
  rows: readonly Delivery[];
  view: WebhookPageUrl;
  mostAttempts: number;
  isBusy: boolean;
}) {
  const t = useTranslations("webhooks.deliveries");
  return (
    <Table label={t("label")} role="table" className="max-md:block md:table-fixed">
      <THead role="rowgroup" className="max-md:sr-only">
        <TR role="row">
          <TH role="columnheader">{t("columns.event")}</TH>
          <TH role="columnheader" className="w-40">
            {t("columns.order")}
          </TH>
          <TH role="columnheader" className="w-36">
            {t("columns.status")}
          </TH>
          <TH role="columnheader">{t("columns.answer")}</TH>
          <TH role="columnheader" align="end" className="w-24">
            {t("columns.attempts")}
          </TH>
          <TH role="columnheader" className="w-44">
            {t("columns.time")}
          </TH>
        </TR>
      </THead>
      <TBody
        role="rowgroup"
        className={cn("transition-opacity max-md:block", isBusy && "opacity-60 delay-150")}
        aria-busy={isBusy}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} view={view} mostAttempts={mostAttempts} />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ row, view, mostAttempts }: { row: Delivery; view: WebhookPageUrl; mostAttempts: number }) {
  const t = useTranslations("webhooks.deliveries");
  const { href } = usePlace();
  const last = row.attempts.at(-1);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    view.change({ delivery: row.id });
  }

  return (
    <TR
      role="row"
      data-selected={view.url.delivery === row.id}
      className="relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2.5"
    >
      <TD role="cell" className={CARD}>
        <a
          href={view.hrefOf({ delivery: row.id })}
          onClick={open}
          className="block truncate rounded-xs font-mono text-xs font-semibold text-accent no-underline before:absolute before:inset-0 hover:underline"
        >
          {row.event}
        </a>
      </TD>
      <TD role="cell" className={cn(CARD, "max-md:col-start-1 max-md:row-start-2")}>
        {row.order_id ? (
          <Link
            href={href(`/orders/${row.order_id}`)}
            prefetch={false}
            className="relative rounded-xs text-xs text-accent no-underline hover:underline"
          >
            {row.order_id}
          </Link>
        ) : (
          <span className="text-xs text-muted">{t("isTest")}</span>
        )}
      </TD>
      <TD role="cell" className={cn(CARD, "max-md:col-start-2 max-md:row-start-1 max-md:text-right")}>
        <DeliveryBadge delivery={row} />
      </TD>
      <TD role="cell" className={cn(CARD, "text-xs text-muted max-md:col-span-2 max-md:row-start-3")}>
        {last ? <AttemptResult attempt={last} /> : null}
        {last && row.status === "pending" ? " · " : null}
        <NextAttempt delivery={row} mostAttempts={mostAttempts} />
      </TD>
      <TD role="cell" align="end" className={cn(CARD, "max-md:hidden")}>
        {row.attempt_count}
      </TD>
      <TD
        role="cell"
        className={cn(CARD, "text-xs text-muted max-md:col-start-2 max-md:row-start-2 max-md:text-right")}
      >
        <DateTime value={row.created_at} />
      </TD>
    </TR>
  );
}
