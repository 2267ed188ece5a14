"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { stateOf } from "@/components/webhooks/endpoint-state";
import { TRACKED, tracksAll } from "@/components/webhooks/events";
import { queryFor } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { type EventName, OPT_IN_EVENTS, wordOf } from "@/lib/webhooks/event-names";
import { SuccessRate } from "./success-rate";

/** All endpoints of the environment, how well each works, and a link to add another. */
export function EndpointList({ most }: { most: number }) {
  const t = useTranslations("webhooks");
  const { where, href, may } = useWorkspace();
  const limitId = useId();
  const list = useQuery(queryFor("listWebhooks", ALL_ROWS, where));
  const rows = list.data?.data;
  const isFull = (rows?.length ?? 0) >= most;
  const add = (
    <>
      <Plus aria-hidden="true" />
      {t("add")}
    </>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          rows?.length ? (
            <span id={limitId}>{t(isFull ? "listFull" : "listUse", { count: rows.length, most })}</span>
          ) : null
        }
        actions={
          !may("createWebhook") ? null : isFull ? (
            <Button variant="primary" disabled aria-describedby={limitId}>
              {add}
            </Button>
          ) : (
            <LinkButton variant="primary" href={href("/webhooks/new")}>
              {add}
            </LinkButton>
          )
        }
      />
      <Section flush>
        <ListBody
          list={list}
          skeleton={<ListSkeleton />}
          empty={
            <EmptyState
              icon={WebhookIcon}
              title={t("empty.title")}
              description={t(may("createWebhook") ? "empty.text" : "empty.ask")}
              actions={
                may("createWebhook") ? <LinkButton href={href("/webhooks/new")}>{t("empty.first")}</LinkButton> : null
              }
            />
          }
        >
          {(rows) => <Endpoints rows={rows} />}
        </ListBody>
      </Section>
    </>
  );
}

function ListSkeleton() {
  return (
    <LoadingRegion>
      <div className="h-9 border-b border-line max-md:hidden" />
      <div className="divide-y divide-line">
        {["a", "b", "c"].map((key) => (
          <div key={key} className="flex h-14 items-center gap-6 px-4 max-md:h-36">
            <Skeleton className="w-64 max-w-[60%]" />
            <Skeleton className="h-6 w-24" />
            <Skeleton className="w-32 max-md:hidden" />
            <Skeleton className="ml-auto w-20 max-md:hidden" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}

function Endpoints({ rows }: { rows: readonly Webhook[] }) {
  const t = useTranslations("webhooks");
  const tEvents = useTranslations("webhooks.events");
  const { href } = useWorkspace();
  const nameOf = (event: EventName) => tEvents(`${wordOf(event)}.name`);
  const listed = (events: readonly EventName[]) => events.map(nameOf).join(t("comma"));
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      rowClass="h-14 card:grid-cols-[minmax(0,1fr)_auto] card:items-stretch card:gap-y-1.5 card:py-3"
      columns={[
        {
          key: "endpoint",
          head: t("columns.endpoint"),
          place: "card:col-span-2",
          cell: (row) => (
            <>
              <RowLink href={href(`/webhooks/${row.id}`)} title={row.url} className="block truncate font-semibold">
                {row.url.replace(/^https:\/\//, "")}
              </RowLink>
              {row.description ? <span className="block truncate text-xs text-muted">{row.description}</span> : null}
            </>
          ),
        },
        {
          key: "status",
          head: t("columns.status"),
          width: 10,
          cell: (row) => <EndpointBadge state={stateOf(row)} />,
        },
        {
          key: "events",
          head: t("columns.events"),
          width: 11,
          room: "max-lg:hidden card:hidden",
          place: "text-xs",
          title: ({ events }) => listed(events),
          cell: ({ events }) => {
            const more = OPT_IN_EVENTS.filter((event) => events.includes(event)).map(nameOf);
            return (
              <span className="line-clamp-2">
                {tracksAll(events)
                  ? [t("allEvents", { count: TRACKED.length }), ...more].join(t("comma"))
                  : listed(events)}
              </span>
            );
          },
        },
        {
          key: "success",
          head: t("columns.success"),
          width: 9,
          place: "card:text-right",
          cell: (row) => <SuccessRate health={row.health} />,
        },
        {
          key: "last",
          head: t("columns.last"),
          width: 11,
          place: "text-xs text-muted card:col-span-2",
          cell: ({ health }) => (
            <>
              <span className="row:hidden">{t("columns.last")}: </span>
              {health.last_attempt_at ? <DateTime value={health.last_attempt_at} /> : t("never")}
            </>
          ),
        },
      ]}
    />
  );
}
