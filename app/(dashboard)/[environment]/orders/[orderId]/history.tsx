"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, MessageSquare, Printer, Webhook, Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useState } from "react";
import { PrintWords } from "@/app/(dashboard)/[environment]/orders/[orderId]/print-entry";
import { useWorkspace } from "@/components/environment";
import { useRuleEffects } from "@/components/orders/rule-effects";
import { MessageHead, MessageText, useDone, useReadBy } from "@/components/threads/message";
import { useThread } from "@/components/threads/use-thread";
import { CheckpointEntry, TimelineEntry } from "@/components/timeline";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { Section } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { useRefresh } from "@/components/use-refresh";
import { AttemptResult, DeliveryBadge, isUnsettled } from "@/components/webhooks/delivery-state";
import { type CallResult, queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import type { Message } from "@/lib/contracts/thread";
import { formatMoney, isoOf } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { webhooksOf } from "./queries";

/** How often deliveries are looked at that have not ended. */
const REFRESH_MS = 10_000;

const GROUPS = ["all", "carrier", "support", "log"] as const;
type Group = (typeof GROUPS)[number];

type SentEvent = CallResult<"listSentEvents">["data"][number];
type Entry = {
  key: string;
  group: Exclude<Group, "all">;
  time: string;
  show: (isLast: boolean) => ReactNode;
};

/** All that happened to an order in one list, newest first: scans, messages, prints, webhooks. */
export function History({
  order,
  providers,
  countryOf,
}: {
  order: OrderRecord;
  providers: readonly ListProvider[];
  countryOf: (code: string | null) => string | null;
}) {
  const t = useTranslations("orderPage.history");
  const { isStaff } = useWorkspace();
  const [group, setGroup] = useState<Group>("all");
  const { read, messages, askButton, composer } = useThread(order.order_id);
  const log = useLog(order, providers);
  // Of what has the same time, what comes of the other is first: an order is confirmed, printed and told of once it is there.
  const entries: Entry[] = [
    ...log.entries,
    ...messages.map(
      (message): Entry => ({
        key: message.id,
        group: "support",
        time: message.time,
        show: (isLast) => <MessageEntry message={message} isLast={isLast} />,
      }),
    ),
    ...order.tracking.checkpoint_list.map(
      (checkpoint, index): Entry => ({
        key: `${checkpoint.time} ${checkpoint.event}`,
        group: "carrier",
        time: checkpoint.time,
        show: (isLast) => (
          <CheckpointEntry checkpoint={checkpoint} countryOf={countryOf} isNewest={index === 0} isLast={isLast} />
        ),
      }),
    ),
  ];
  const shown = entries
    .filter((entry) => group === "all" || entry.group === group)
    .map((entry) => ({ ...entry, instant: isoOf(entry.time) ?? "" }))
    .sort((a, b) => (a.instant < b.instant ? 1 : a.instant > b.instant ? -1 : 0));
  const failed = [read, ...log.reads].filter(({ data, error }) => error && !data);
  return (
    <Section
      id="thread"
      title={t("title")}
      description={t(isStaff ? "staffHint" : "hint")}
      className="scroll-mt-16"
      actions={
        <>
          <Segments
            label={t("show")}
            value={group}
            onChange={setGroup}
            options={GROUPS.map((value) => ({ value, content: t(`groups.${value}`) }))}
          />
          {askButton}
        </>
      }
    >
      {composer ? <div className="-mx-4 mb-4 border-y border-line">{composer}</div> : null}
      {failed.length > 0 ? (
        <Button size="sm" className="mb-4" onClick={() => failed.map((each) => each.refetch())}>
          {t("unread")}
        </Button>
      ) : null}
      {shown.length > 0 ? (
        <ol aria-label={t("entries")}>
          {shown.map(({ key, show }, index) => (
            <Fragment key={key}>{show(index === shown.length - 1)}</Fragment>
          ))}
        </ol>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
      {log.older && (group === "all" || group === "log") ? (
        <p className="mt-2 text-xs text-muted">{log.older}</p>
      ) : null}
    </Section>
  );
}

function MessageEntry({ message, isLast }: { message: Message; isLast: boolean }) {
  const done = useDone()(message);
  const readBy = useReadBy()(message);
  if (done)
    return (
      <TimelineEntry icon={done.icon} time={message.time} isLast={isLast}>
        <p className="whitespace-pre-line wrap-anywhere">{done.label}</p>
      </TimelineEntry>
    );
  return (
    <TimelineEntry icon={MessageSquare} time={message.time} isLast={isLast}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <MessageHead message={message} />
      </p>
      <div
        className={cn(
          "mt-1 rounded-md border border-line px-3 py-2",
          message.kind === "note" ? "bg-warn-tint" : "bg-hover",
        )}
      >
        <MessageText message={message} />
      </div>
      {readBy ? (
        <p className="mt-1 text-xs text-muted">
          {readBy.label} · <DateTime value={readBy.time} />
        </p>
      ) : null}
    </TimelineEntry>
  );
}

/** What people and the product did with the order: confirmed, printed, told by webhook. */
function useLog(order: OrderRecord, providers: readonly ListProvider[]) {
  const t = useTranslations("orderPage.history");
  const tDocuments = useTranslations("documents");
  const { where, may } = useWorkspace();
  const refresh = useRefresh();
  const { order_id, confirm_time } = order;
  const prints = useQuery(queryFor("readPrints", { order_id }, where));
  const events = useQuery({
    ...queryFor("listSentEvents", webhooksOf(order_id), where),
    enabled: may("listSentEvents"),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ deliveries }) => deliveries.some(isUnsettled)) ? refresh(REFRESH_MS) : false,
  });
  const printed = prints.data?.print_list ?? [];
  const more = (prints.data?.print_count ?? 0) - printed.length;
  const entries: Entry[] = [
    ...printed.map(
      (print, index): Entry => ({
        key: `print ${index}`,
        group: "log",
        time: print.printed_at,
        show: (isLast) => (
          <TimelineEntry icon={Printer} time={print.printed_at} isLast={isLast}>
            <PrintWords print={print} />
          </TimelineEntry>
        ),
      }),
    ),
    ...(events.data?.data ?? [])
      // The search finds other orders by their reference, and events may have gone nowhere.
      .filter((event) => event.order_id === order_id && event.deliveries.length > 0)
      .map(
        (event): Entry => ({
          key: event.event_id,
          group: "log",
          time: event.created_at,
          show: (isLast) => <WebhookEntry event={event} isLast={isLast} />,
        }),
      ),
    ...(confirm_time
      ? [
          {
            key: "confirmed",
            group: "log",
            time: confirm_time,
            show: (isLast) => (
              <TimelineEntry icon={Check} time={confirm_time} isLast={isLast}>
                <p>{t("confirmed", { price: formatMoney(order.declared_price ?? order.quote_price) })}</p>
              </TimelineEntry>
            ),
          } satisfies Entry,
        ]
      : []),
    ...(order.rules.length > 0
      ? [
          {
            key: "rules",
            group: "log",
            time: order.create_time,
            show: (isLast) => (
              <TimelineEntry icon={Workflow} time={order.create_time} isLast={isLast}>
                <RulesDid order={order} providers={providers} />
              </TimelineEntry>
            ),
          } satisfies Entry,
        ]
      : []),
  ];
  return { entries, reads: [prints, events], older: more > 0 ? tDocuments("logMore", { count: more }) : null };
}

/** What rules did to the order when it was made. */
function RulesDid({ order, providers }: { order: OrderRecord; providers: readonly ListProvider[] }) {
  const t = useTranslations("ruleWords");
  const doesOf = useRuleEffects(providers);
  return (
    <ul>
      {order.rules.map(({ rule_id, name, set }) => (
        <li key={rule_id} className="wrap-anywhere">
          {t("did", { name, did: doesOf(set).join(t("comma")) })}
        </li>
      ))}
    </ul>
  );
}

function WebhookEntry({ event: { event, created_at, deliveries }, isLast }: { event: SentEvent; isLast: boolean }) {
  const t = useTranslations("orderPage.history");
  return (
    <TimelineEntry icon={Webhook} time={created_at} isLast={isLast}>
      <p>{t.rich("webhook", { event: () => <code className="text-xs">{event}</code> })}</p>
      <ul className="text-xs text-muted">
        {deliveries.map((delivery) => (
          <li key={delivery.delivery_id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="truncate">{new URL(delivery.url).host}</span>
            {delivery.status === "succeeded" ? null : <DeliveryBadge delivery={delivery} />}
            {delivery.latest ? <AttemptResult attempt={delivery.latest} /> : null}
          </li>
        ))}
      </ul>
    </TimelineEntry>
  );
}
