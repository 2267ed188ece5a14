"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { EndpointBadge } from "@/components/webhooks/endpoint-badge";
import { endpointListQuery } from "@/components/webhooks/endpoint-list-query";
import { stateOf } from "@/components/webhooks/endpoint-state";
import type { Webhook } from "@/lib/contracts/webhook";
import { wordOf } from "@/lib/event-words";
import { EVENTS } from "./events";
import { SuccessRate } from "./success-rate";

/** All endpoints of the environment, how each does, and the way to another. */
export function EndpointList({ most }: { most: number }) {
  const t = useTranslations("webhooks");
  const { where, href } = usePlace();
  const limitId = useId();
  const list = useQuery(endpointListQuery(where));
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
          isFull ? (
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
        {list.isRefetchError ? <StaleNotice isFetching={list.isFetching} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? (
          <ListSkeleton />
        ) : !rows ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={WebhookIcon}
            title={t("empty.title")}
            description={t("empty.text")}
            actions={<LinkButton href={href("/webhooks/new")}>{t("empty.first")}</LinkButton>}
          />
        ) : (
          <Endpoints rows={rows} />
        )}
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

// One table for wide and narrow: on a telephone each row becomes a card. See orders/list-rows.tsx.
const CARD = "max-md:block max-md:h-auto max-md:p-0!";

function Endpoints({ rows }: { rows: readonly Webhook[] }) {
  const t = useTranslations("webhooks");
  return (
    <Table label={t("title")} role="table" className="max-md:block md:table-fixed">
      <THead role="rowgroup" className="max-md:sr-only">
        <TR role="row">
          <TH role="columnheader">{t("columns.endpoint")}</TH>
          <TH role="columnheader" className="w-40">
            {t("columns.status")}
          </TH>
          <TH role="columnheader" className="w-44 max-lg:hidden">
            {t("columns.events")}
          </TH>
          <TH role="columnheader" className="w-36">
            {t("columns.success")}
          </TH>
          <TH role="columnheader" className="w-44">
            {t("columns.last")}
          </TH>
        </TR>
      </THead>
      <TBody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ row }: { row: Webhook }) {
  const t = useTranslations("webhooks");
  const { href } = usePlace();
  const names = useTranslations("webhooks.events");
  const isAll = row.events.length === EVENTS.length;
  const events = row.events.map((event) => names(`${wordOf(event)}.name`)).join(t("comma"));
  return (
    <TR
      role="row"
      className="relative h-14 max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3"
    >
      <TD role="cell" className={cn(CARD, "max-md:col-span-2")}>
        <Link
          href={href(`/webhooks/${row.id}`)}
          prefetch={false}
          title={row.url}
          className="block truncate rounded-xs font-semibold text-accent no-underline before:absolute before:inset-0 hover:underline"
        >
          {row.url.replace(/^https:\/\//, "")}
        </Link>
        {row.description ? <span className="block truncate text-xs text-muted">{row.description}</span> : null}
      </TD>
      <TD role="cell" className={CARD}>
        <EndpointBadge state={stateOf(row)} />
      </TD>
      <TD role="cell" className="text-xs max-lg:hidden" title={events}>
        <span className="line-clamp-2">{isAll ? t("allEvents", { count: EVENTS.length }) : events}</span>
      </TD>
      <TD role="cell" className={cn(CARD, "max-md:text-right")}>
        <SuccessRate health={row.health} />
      </TD>
      <TD role="cell" className={cn(CARD, "text-xs text-muted max-md:col-span-2")}>
        <span className="md:hidden">{t("columns.last")}: </span>
        {row.health.last_attempt_at ? <DateTime value={row.health.last_attempt_at} /> : t("never")}
      </TD>
    </TR>
  );
}
