"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { PeopleTable } from "@/components/people/people-table";
import { type PersonActions, PersonMenu } from "@/components/people/person-menu";
import { RoleMenu } from "@/components/people/role-menu";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { ACCOUNT_ROLES, type AccountPerson } from "@/lib/contracts/people";
import { ActivitySentence } from "../activity-sentence";
import { Invitations } from "./invitations";
import { InviteDialog } from "./invite-dialog";
import { RoleTable } from "./role-table";

/** The people of the account, who is invited, and what each role may do. Owners change it, members see it. */
export function PeopleView({ limit }: { limit: string }) {
  const t = useTranslations("settings.people");
  const { where, may, isStaff, person } = useWorkspace();
  const [isInviting, setIsInviting] = useState(false);
  const [page, setPage] = useState({ limit, offset: "0" });
  const list = useQuery(queryFor("listPeople", page, where));
  const mayManage = may("updatePerson");
  const total = list.data?.pagination.total ?? 0;
  const count = {
    count: total,
    // Of the people on other pages nothing is known here.
    known: total > Number(limit) ? "no" : "yes",
    factors: list.data?.data.filter(({ factors }) => factors.length > 0).length ?? 0,
  };
  return (
    <div className="flex flex-col gap-4">
      <Section
        title={t("title")}
        description={total > 0 ? t("count", count) : null}
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
          {(rows) => (
            <PeopleTable
              label={t("title")}
              rows={rows}
              me={person.id}
              roleOf={(row) => (mayManage && row.id !== person.id ? <Role row={row} /> : t(`roles.${row.role}`))}
              menuOf={mayManage ? (row) => <AccountPersonMenu row={row} /> : undefined}
            />
          )}
        </ListBody>
      </Section>
      <Invitations />
      <div className="grid grid-cols-1 items-start gap-4 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_20rem]">
        <RoleTable />
        {isStaff ? null : <Lately />}
      </div>
      {isInviting ? <InviteDialog people={list.data?.data ?? []} onClose={() => setIsInviting(false)} /> : null}
    </div>
  );
}

function Role({ row: { id, name, role } }: { row: AccountPerson }) {
  const t = useTranslations("settings.people.roles");
  return (
    <RoleMenu
      operation="updatePerson"
      inputOf={(to) => ({ id, role: to })}
      name={name}
      role={role}
      choices={ACCOUNT_ROLES.map((each) => ({ role: each, label: t(each), about: t(`means.${each}`) }))}
    />
  );
}

/** What an owner, or support, can do with a person. For themselves only the name, so that they cannot lock themselves out by mistake. */
function AccountPersonMenu({ row }: { row: AccountPerson }) {
  const { person, isStaff } = useWorkspace();
  const { id, role, factors, disabled_at } = row;
  const others: PersonActions = {
    ...(factors.length > 0 && (isStaff || role === "member") && { resetFactors: "resetPersonFactors" }),
    ...(disabled_at ? { enable: "enablePerson" } : { signOut: "endPersonSessions", disable: "disablePerson" }),
    remove: "deletePerson",
  };
  return <PersonMenu row={row} rename="updatePerson" actions={id === person.id ? {} : others} />;
}

/** What happened last in the account. */
function Lately() {
  const t = useTranslations("settings.activity");
  const { href, where } = useWorkspace();
  const rows = useQuery(queryFor("listActivity", { limit: "5", offset: "0" }, where)).data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section
      title={t("lately")}
      actions={
        <LinkButton href={href("/settings/activity")} variant="ghost" size="sm">
          {t("title")}
        </LinkButton>
      }
      flush
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex items-start justify-between gap-4 px-4 py-2.5">
            <ActivitySentence row={row} />
            <DateTime value={row.at} className="shrink-0 text-xs text-muted" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
