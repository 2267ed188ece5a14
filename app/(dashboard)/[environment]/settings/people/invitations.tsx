"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, Mail } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CalendarDate } from "@/components/ui/date-time";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { Invitation } from "@/lib/contracts/people";
import { formatDate } from "@/lib/format";
import { ALL_ROWS } from "@/lib/lists/pagination";

/** The open invitations; empty if there are none. */
export function Invitations() {
  const t = useTranslations("settings.people");
  const tColumns = useTranslations("people.columns");
  const { where, may } = useWorkspace();
  const { data } = useQuery(queryFor("listInvitations", ALL_ROWS, where));
  if (!data?.data.length) return null;
  const columns: ListColumn<Invitation>[] = [
    {
      key: "email",
      head: tColumns("person"),
      place: "card:col-span-2",
      cell: (row) => <Invited row={row} />,
    },
    { key: "role", head: tColumns("role"), width: 8, cell: ({ role }) => t(`roles.${role}`) },
    {
      key: "until",
      head: tColumns("until"),
      width: 12,
      place: "text-muted card:text-right",
      cell: ({ is_expired, expires_at }) =>
        is_expired ? (
          <Badge tone="warn" icon={<Clock aria-hidden="true" />}>
            {t("invitations.expired")}
          </Badge>
        ) : (
          <>
            <span className="row:hidden">{tColumns("until")} </span>
            <CalendarDate date={expires_at.slice(0, 10)} weekday />
          </>
        ),
    },
  ];
  if (may("deleteInvitation"))
    columns.push({
      key: "actions",
      head: tColumns("actions"),
      isHeadHidden: true,
      align: "end",
      width: 12.5,
      place: "card:col-span-2",
      cell: (row) => <InvitationActions row={row} />,
    });
  return (
    <Section title={t("invitations.title")} description={t("invitations.means")} flush>
      <ListTable
        label={t("invitations.title")}
        rows={data.data}
        keyOf={({ id }) => id}
        columns={columns}
        cards="wide"
        opens="nothing"
        isAside
        rowClass="h-14 card:grid-cols-[minmax(0,1fr)_auto]"
      />
    </Section>
  );
}

function Invited({ row }: { row: Invitation }) {
  const t = useTranslations("settings.people.invitations");
  const language = useLocale();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
        <Mail aria-hidden="true" className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold" title={row.email}>
          {row.email}
        </span>
        <span className="block truncate text-xs text-muted">
          {row.name ? `${row.name} · ` : null}
          {t("by", { name: row.invited_by ?? t("support"), date: formatDate(row.created_at.slice(0, 10), language) })}
        </span>
      </span>
    </span>
  );
}

function InvitationActions({ row: { id, email } }: { row: Invitation }) {
  const t = useTranslations("settings.people.invitations");
  const { attempt, isBusy } = useOperation("resendInvitation");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <span className="flex justify-end gap-2">
      <Button
        size="sm"
        loading={isBusy}
        aria-label={t("resendTo", { email })}
        onClick={() => void attempt({ id }, { done: t("resent", { email }) })}
      >
        {t("resend")}
      </Button>
      <Button size="sm" variant="ghost" aria-label={t("withdrawOf", { email })} onClick={() => setIsAsking(true)}>
        {t("withdraw")}
      </Button>
      {isAsking ? (
        <ConfirmOperation
          operation="deleteInvitation"
          input={{ id }}
          tone="danger"
          title={t("ask", { email })}
          description={t("askMeans")}
          confirmLabel={t("withdraw")}
          done={t("withdrawn", { email })}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </span>
  );
}
