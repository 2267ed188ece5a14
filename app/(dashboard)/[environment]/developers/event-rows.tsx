"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { DateTime } from "@/components/ui/date-time";
import { ListTable } from "@/components/ui/list-table";
import { DeliveryBadge } from "@/components/webhooks/delivery-state";
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
  const { href } = usePlace();
  return (
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
        {
          key: "deliveries",
          head: t("columns.deliveries"),
          place: "text-xs card:col-span-2",
          cell: ({ deliveries }) =>
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
        {
          key: "time",
          head: t("columns.time"),
          width: 11,
          place: "text-xs text-muted card:col-start-2 card:row-start-1 card:text-right",
          cell: ({ created_at }) => <DateTime value={created_at} seconds />,
        },
      ]}
    />
  );
}

/** One delivery: to which endpoint, how it went, after how many attempts; leads to the attempts. */
function Delivered({ delivery }: { delivery: Sent }) {
  const t = useTranslations("developers.events");
  const problems = useTranslations("webhooks.attempt.problems");
  const { href } = usePlace();
  const { delivery_id, webhook_id, url, status_code, error_kind, attempt_count } = delivery;
  const answer =
    status_code !== null ? t("http", { status: String(status_code) }) : error_kind && problems(`${error_kind}.short`);
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
        {answer ? `${answer} · ` : null}
        {t("attempts", { count: attempt_count })}
      </span>
    </li>
  );
}
