"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import { useOperation } from "@/components/use-operation";
import { AttemptResult, DeliveryBadge } from "@/components/webhooks/delivery-state";
import type { CallResult } from "@/lib/api-client";

type SentEvent = CallResult<"listSentEvents">["data"][number];
type Sent = SentEvent["deliveries"][number];

const QUIET_LINK = "rounded-xs text-accent no-underline hover:underline";

/** Events, each with its deliveries to all endpoints. */
export function EventRows({
  rows,
  isAside = false,
  isBusy = false,
}: {
  rows: readonly SentEvent[];
  /** Not the main list of its page. */
  isAside?: boolean;
  isBusy?: boolean;
}) {
  const t = useTranslations("developers.events");
  const { href, may } = useWorkspace();
  // Said once, not in each row.
  const isNowhere = rows.every(({ deliveries }) => deliveries.length === 0);
  const list = (
    <ListTable
      label={t("label")}
      rows={rows}
      keyOf={({ event_id }) => event_id}
      opens="nothing"
      cards="wide"
      isAside={isAside}
      isBusy={isBusy}
      rowClass="card:grid-cols-[minmax(0,1fr)_auto] row:h-12"
      columns={[
        {
          key: "event",
          head: t("columns.event"),
          width: 14,
          cell: ({ event, event_id, is_test }) => (
            <>
              <span className="block truncate font-mono text-xs font-semibold">
                {event}
                {is_test ? <span className="font-sans font-normal text-muted"> · {t("test")}</span> : null}
              </span>
              <span className="block truncate font-mono text-xs text-muted" title={event_id}>
                {event_id}
              </span>
            </>
          ),
        },
        {
          key: "order",
          head: t("columns.order"),
          width: 10,
          place: "text-xs card:col-start-1",
          cell: ({ order_id }) =>
            order_id ? (
              <Link href={href(`/orders/${order_id}`)} prefetch={false} className={QUIET_LINK}>
                {order_id}
              </Link>
            ) : (
              <span className="text-muted">{t("noOrder")}</span>
            ),
        },
        ...(isNowhere
          ? []
          : [
              {
                key: "deliveries",
                head: t("columns.deliveries"),
                place: "text-xs card:col-span-2",
                cell: ({ deliveries }: SentEvent) =>
                  deliveries.length > 0 ? (
                    <ul className="flex flex-col gap-1 py-1.5">
                      {deliveries.map((each) => (
                        <Delivered key={each.delivery_id} delivery={each} />
                      ))}
                    </ul>
                  ) : (
                    <span className="text-muted">{t("nowhere")}</span>
                  ),
              },
            ]),
        {
          key: "time",
          head: t("columns.time"),
          width: 11,
          place: "text-xs text-muted card:at-1/2 card:text-right",
          cell: ({ created_at }) => <DateTime value={created_at} seconds />,
        },
        ...(may("replayEvent")
          ? [
              {
                key: "again",
                head: t("again"),
                isHeadHidden: true,
                width: 4,
                place: "text-right card:at-2/2",
                cell: (event: SentEvent) => <SendAgain event={event} />,
              },
            ]
          : []),
      ]}
    />
  );
  if (!isNowhere || isAside) return list;
  return (
    <>
      <p className="border-b border-line px-4 py-3 text-muted">
        {t.rich("nowhereAll", {
          webhooks: (chunks) => (
            <TextLink href={href("/webhooks")} className="underline">
              {chunks}
            </TextLink>
          ),
        })}
      </p>
      {list}
    </>
  );
}

/** Sends the event again to its endpoints, and to who follows the events without one. */
function SendAgain({ event }: { event: SentEvent }) {
  const t = useTranslations("developers.events");
  const { attempt, isBusy } = useOperation("replayEvent");
  const done = t(event.is_test ? "testSentAgain" : "sentAgain");
  return (
    <Button
      size="icon-sm"
      variant="ghost"
      aria-label={t("againOf", { event: event.event, id: event.event_id })}
      title={t("again")}
      loading={isBusy}
      onClick={() => void attempt({ event_id: event.event_id }, { done })}
    >
      <RotateCw aria-hidden="true" />
    </Button>
  );
}

/** One delivery: to which endpoint, how it went, after how many attempts; leads to the attempts. */
function Delivered({ delivery }: { delivery: Sent }) {
  const t = useTranslations("developers.events");
  const { href } = useWorkspace();
  const { delivery_id, webhook_id, url, latest, attempt_count } = delivery;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <DeliveryBadge delivery={delivery} />
      <Link
        href={href(`/webhooks/${webhook_id}?tab=deliveries&delivery=${delivery_id}`)}
        prefetch={false}
        className={`${QUIET_LINK} min-w-0 break-all`}
      >
        {new URL(url).host}
      </Link>
      <span className="text-muted">
        {latest ? (
          <>
            <AttemptResult attempt={latest} />
            {" · "}
          </>
        ) : null}
        {t("attempts", { count: attempt_count })}
      </span>
    </li>
  );
}
