"use client";

import { ShieldCheck, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { DateTime } from "../ui/date-time";
import { type ListColumn, ListTable } from "../ui/list-table";

type Person = {
  id: string;
  name: string;
  email: string;
  factors: readonly ("passkey" | "totp")[];
  last_seen_at: string | null;
  last_place: string | null;
  sessions: number;
  disabled_at: string | null;
};

type Props<P extends Person> = {
  label: string;
  rows: readonly P[];
  /** The id of who looks. */
  me: string;
  roleOf: (row: P) => ReactNode;
  /** What is special about a person, beside their name. */
  badgesOf?: (row: P) => ReactNode;
  /** Whether the person needs no second factor. */
  isExempt?: (row: P) => boolean;
  /** What can be done with a person; without it the table only shows. */
  menuOf?: ((row: P) => ReactNode) | undefined;
};

/** People with their role, second factor, open sessions, and when and where they were last seen: those of an account, or of staff. */
export function PeopleTable<P extends Person>({ label, rows, me, roleOf, badgesOf, isExempt, menuOf }: Props<P>) {
  const t = useTranslations("people");
  const columns: ListColumn<P>[] = [
    {
      key: "person",
      head: t("columns.person"),
      place: "card:at-1/1",
      cell: (row) => <Who row={row} isMe={row.id === me} badges={badgesOf?.(row)} />,
    },
    {
      key: "role",
      head: t("columns.role"),
      width: 8,
      place: "card:col-start-1 card:pl-10!",
      cell: roleOf,
    },
    {
      key: "factor",
      head: t("columns.factor"),
      width: 11,
      isNamed: true,
      place: "card:col-start-1 card:pl-10!",
      cell: (row) =>
        row.factors[0] ? (
          <span className="flex items-center gap-1.5">
            <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-accent" />
            {t(`factors.${row.factors[0]}`)}
          </span>
        ) : (
          <span className="text-muted">{t(isExempt?.(row) ? "factors.exempt" : "factors.none")}</span>
        ),
    },
    {
      key: "last",
      head: t("columns.last"),
      width: 12,
      isNamed: true,
      place: "text-muted card:col-start-1 card:pl-10!",
      cell: ({ last_seen_at, last_place, sessions }) => (
        <>
          {last_seen_at ? <DateTime value={last_seen_at} /> : t("never")}
          <span className="block truncate text-xs">
            {[last_place, sessions > 0 ? t("sessions", { count: sessions }) : null].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
  ];
  if (menuOf)
    columns.push({
      key: "menu",
      head: t("columns.actions"),
      isHeadHidden: true,
      align: "end",
      width: 3.5,
      place: "card:at-1/2",
      cell: menuOf,
    });
  return (
    <ListTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      cards="wide"
      opens="nothing"
      rowClass="h-14 card:grid-cols-[minmax(0,1fr)_auto] card:gap-y-0.5"
    />
  );
}

function Who({ row, isMe, badges }: { row: Person; isMe: boolean; badges: ReactNode }) {
  const t = useTranslations("people");
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
      >
        {[...row.name][0]?.toUpperCase()}
      </span>
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2 card:flex-wrap">
          <span className="truncate font-semibold" title={row.name}>
            {row.name}
          </span>
          {isMe ? <Badge className="shrink-0">{t("you")}</Badge> : null}
          {badges}
          {row.disabled_at ? (
            <Badge className="shrink-0" icon={<UserX aria-hidden="true" />}>
              {t("disabled")}
            </Badge>
          ) : null}
        </span>
        <span className="block truncate text-xs text-muted" title={row.email}>
          {row.email}
        </span>
      </span>
    </span>
  );
}
