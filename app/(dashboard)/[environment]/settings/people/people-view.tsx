"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, UserPlus, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { AccountPerson } from "@/lib/contracts/people";
import { Invitations } from "./invitations";
import { InviteDialog } from "./invite-dialog";
import { Lately } from "./lately";
import { PersonMenu } from "./person-menu";
import { RoleTable } from "./role-table";

/** The people of the account, who is invited, and what each role may do. Owners change it, members see it. */
export function PeopleView({ limit }: { limit: string }) {
  const t = useTranslations("settings.people");
  const { where, may, isStaff } = usePlace();
  const [isInviting, setIsInviting] = useState(false);
  const [page, setPage] = useState({ limit, offset: "0" });
  const list = useQuery(queryFor("listPeople", page, where));
  const mayManage = may("updatePerson");
  const total = list.data?.pagination.total ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <Section
        title={t("title")}
        description={total > 0 ? t("count", { count: total }) : null}
        actions={
          mayManage ? (
            <Button variant="primary" onClick={() => setIsInviting(true)}>
              <UserPlus aria-hidden="true" />
              {t("invite.button")}
            </Button>
          ) : null
        }
        flush
      >
        <ListBody list={list} page={page} hasPages={total > Number(limit)} onTurn={setPage} empty={null}>
          {(rows) => <People rows={rows} mayManage={mayManage} />}
        </ListBody>
      </Section>
      <Invitations />
      <RoleTable />
      {isStaff ? null : <Lately />}
      {isInviting ? <InviteDialog people={list.data?.data ?? []} onClose={() => setIsInviting(false)} /> : null}
    </div>
  );
}

function People({ rows, mayManage }: { rows: readonly AccountPerson[]; mayManage: boolean }) {
  const t = useTranslations("settings.people");
  const roles = useTranslations("settings.people.roles");
  const columns: ListColumn<AccountPerson>[] = [
    {
      key: "person",
      head: t("columns.person"),
      place: "card:col-start-1 card:row-start-1",
      cell: (row) => <Who row={row} />,
    },
    {
      key: "role",
      head: t("columns.role"),
      width: 10,
      place: "card:col-start-1 card:pl-10!",
      cell: ({ role }) => roles(role),
    },
    {
      key: "factor",
      head: t("columns.factor"),
      width: 12,
      place: "card:col-start-1 card:pl-10!",
      cell: ({ factors }) =>
        factors[0] ? (
          <span className="flex items-center gap-1.5">
            <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-accent" />
            {t(`factors.${factors[0]}`)}
          </span>
        ) : (
          <span className="text-muted">
            <span className="row:hidden">{t("columns.factor")}: </span>
            {t("factors.none")}
          </span>
        ),
    },
    {
      key: "last",
      head: t("columns.last"),
      width: 12,
      place: "text-muted card:col-start-1 card:pl-10! card:text-xs",
      cell: ({ last_sign_in_at }) => (
        <>
          <span className="row:hidden">{t("columns.last")}: </span>
          {last_sign_in_at ? <DateTime value={last_sign_in_at} /> : t("never")}
        </>
      ),
    },
  ];
  if (mayManage)
    columns.push({
      key: "menu",
      head: t("columns.actions"),
      isHeadHidden: true,
      align: "end",
      width: 3.5,
      place: "card:col-start-2 card:row-start-1",
      cell: (row) => <PersonMenu row={row} />,
    });
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      opens="nothing"
      rowClass="h-14 card:grid-cols-[minmax(0,1fr)_auto] card:gap-y-0.5"
    />
  );
}

function Who({ row }: { row: AccountPerson }) {
  const t = useTranslations("settings.people");
  const { person } = usePlace();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
      >
        {[...row.name][0]?.toUpperCase()}
      </span>
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold" title={row.name}>
            {row.name}
          </span>
          {row.id === person.id ? <Badge className="shrink-0">{t("you")}</Badge> : null}
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
