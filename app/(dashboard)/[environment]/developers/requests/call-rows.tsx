"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { DateTime } from "@/components/ui/date-time";
import { ListTable, RowLink } from "@/components/ui/list-table";
import type { LoggedCall } from "@/lib/contracts/request";
import { formatNumber } from "@/lib/format";
import { nameOfCode, StatusBadge, shortPath } from "./call-state";

/** Calls, the latest first; a row opens beside the list. Between them the times in which calls may be missing. */
export function CallRows({
  rows,
  open,
  hrefOf,
  onOpen,
  isBusy,
}: {
  rows: readonly LoggedCall[];
  /** The call that is open. */
  open: string | undefined;
  hrefOf: (change: { request: string }) => string;
  onOpen: (requestId: string) => void;
  isBusy: boolean;
}) {
  const t = useTranslations("developers.requests");

  function openHere(event: MouseEvent, requestId: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(requestId);
  }

  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ request_id }) => request_id}
      cards="wide"
      rowClass="card:grid-cols-[minmax(0,1fr)_auto] row:h-12"
      isMarked={({ request_id }) => request_id === open}
      isBusy={isBusy}
      columns={[
        {
          key: "call",
          head: t("columns.call"),
          place: ({ gap }) => (gap ? "row:whitespace-nowrap row:overflow-visible card:col-span-2" : ""),
          cell: (row) =>
            row.gap ? (
              <Gap gap={row.gap} until={row.at} />
            ) : (
              <>
                <RowLink
                  href={hrefOf({ request: row.request_id })}
                  onClick={(event) => openHere(event, row.request_id)}
                  className="block truncate font-mono text-xs font-semibold"
                >
                  {row.method} {shortPath(row.path)}
                </RowLink>
                <span className="block truncate font-mono text-xs text-muted">{row.query ?? row.operation}</span>
              </>
            ),
        },
        {
          key: "status",
          head: t("columns.status"),
          width: 5.5,
          place: ({ gap }) => (gap ? "card:hidden" : "card:at-1/2 card:text-right"),
          cell: ({ gap, status }) => (gap ? null : <StatusBadge status={status} />),
        },
        {
          key: "errors",
          head: t("columns.errors"),
          width: 14,
          place: ({ errors }) => (errors.length ? "text-xs card:col-span-2" : "card:hidden"),
          cell: ({ errors: [first, ...more] }) =>
            first ? (
              <>
                <span className="block truncate" title={nameOfCode(first.code)}>
                  <span className="font-mono">{first.code}</span> {nameOfCode(first.code)}
                </span>
                <span className="block truncate text-muted">
                  {first.field}
                  {more.length ? ` ${t("more", { count: more.length })}` : null}
                </span>
              </>
            ) : null,
        },
        {
          key: "caller",
          head: t("columns.caller"),
          width: 8,
          place: ({ gap }) => (gap ? "card:hidden" : "text-xs text-muted card:col-start-1"),
          cell: ({ gap, caller, client_id }) =>
            gap ? null : <span className="block truncate">{caller || client_id || t("gone")}</span>,
        },
        {
          key: "ms",
          head: t("columns.ms"),
          width: 5.5,
          align: "end",
          room: "card:hidden",
          place: "text-xs",
          cell: ({ gap, ms }) => (gap ? null : t("ms", { count: formatNumber(Math.max(1, Math.round(ms))) })),
        },
        {
          key: "time",
          head: t("columns.time"),
          width: 11,
          place: ({ gap }) => (gap ? "card:hidden" : "text-xs text-muted card:col-start-2 card:text-right"),
          cell: ({ gap, at }) => (gap ? null : <DateTime value={at} seconds />),
        },
      ]}
    />
  );
}

/** A time in which calls may be missing. */
function Gap({ gap: { since, calls }, until }: { gap: NonNullable<LoggedCall["gap"]>; until: string }) {
  const t = useTranslations("developers.requests.gap");
  return (
    <span className="flex items-center gap-1.5 text-xs text-warn">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {t.rich(calls === null ? "unknown" : "counted", {
          count: calls ?? 0,
          since: () => <DateTime value={since} seconds />,
          until: () => <DateTime value={until} seconds />,
        })}
      </span>
    </span>
  );
}
