"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { useWorkspace } from "@/components/environment";
import { DateTime } from "@/components/ui/date-time";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { AttemptResult, DeliveryBadge } from "@/components/webhooks/delivery-state";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { NextAttempt } from "./next-attempt";
import type { WebhookPageUrl } from "./webhook-url";

/** One page of deliveries; a row opens next to the list. */
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
  const { href } = useWorkspace();

  function open(event: MouseEvent, delivery: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    view.change({ delivery });
  }

  return (
    <ListTable
      label={t("label")}
      rows={rows}
      keyOf={({ id }) => id}
      cards="wide"
      rowClass="card:grid-cols-[minmax(0,1fr)_auto]"
      isMarked={({ id }) => view.url.delivery === id}
      columns={[
        {
          key: "event",
          head: t("columns.event"),
          cell: (row) => (
            <RowLink
              href={view.hrefOf({ delivery: row.id })}
              onClick={(event) => open(event, row.id)}
              className="block truncate font-mono text-xs font-semibold"
            >
              {row.event}
            </RowLink>
          ),
        },
        {
          key: "order",
          head: t("columns.order"),
          width: 10,
          place: "text-xs card:at-2/1",
          cell: (row) =>
            row.order_id ? (
              <Link
                href={href(`/orders/${row.order_id}`)}
                prefetch={false}
                className="rounded-xs text-accent no-underline hover:underline"
              >
                {row.order_id}
              </Link>
            ) : (
              <span className="text-muted">{t(row.event === "stock.low" ? "isStock" : "isTest")}</span>
            ),
        },
        {
          key: "status",
          head: t("columns.status"),
          width: 9,
          place: "card:at-1/2 card:text-right",
          cell: (row) => <DeliveryBadge delivery={row} />,
        },
        {
          key: "answer",
          head: t("columns.answer"),
          place: "text-xs text-muted card:col-span-2 card:row-start-3",
          cell: (row) => {
            const last = row.attempts.at(-1);
            return (
              <>
                {last ? <AttemptResult attempt={last} /> : null}
                {last && row.status === "pending" ? " · " : null}
                <NextAttempt delivery={row} mostAttempts={mostAttempts} />
              </>
            );
          },
        },
        {
          key: "attempts",
          head: t("columns.attempts"),
          width: 6,
          align: "end",
          room: "card:hidden",
          cell: (row) => row.attempt_count,
        },
        {
          key: "time",
          head: t("columns.time"),
          width: 11,
          place: "text-xs text-muted card:at-2/2 card:text-right",
          cell: (row) => <DateTime value={row.created_at} />,
        },
      ]}
      isBusy={isBusy}
    />
  );
}
