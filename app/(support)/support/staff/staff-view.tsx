"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PeopleTable } from "@/components/people/people-table";
import { type PersonActions, PersonMenu } from "@/components/people/person-menu";
import { RoleMenu } from "@/components/people/role-menu";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ListBody } from "@/components/ui/list-body";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { STAFF_ROLES, type StaffPerson } from "@/lib/contracts/staff";
import { Demonstration } from "./demo";
import { NewStaffDialog } from "./new-staff-dialog";

/** The command that makes the first real person of staff. */
const FIRST_PERSON = "npm run admin -- person create --role support --email … --password -";

/** The people of staff, managed by real people in support, and the demonstration's sign-ins. */
export function StaffView({ limit }: { limit: string }) {
  const t = useTranslations("support.staff");
  const tRoles = useTranslations("shell.roles");
  const { where, person } = useSupport();
  const [isAdding, setIsAdding] = useState(false);
  const [page, setPage] = useState({ limit, offset: "0" });
  const list = useQuery(queryFor("listStaff", page, where));
  const rows = list.data?.data ?? [];
  // Demonstration staff see what there is, and how the first real person is made.
  const isReal = rows.some(({ id, is_demo }) => id === person.id && !is_demo);
  const hasReal = rows.some(({ is_demo }) => !is_demo);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          isReal ? (
            <Button variant="primary" onClick={() => setIsAdding(true)}>
              <UserPlus aria-hidden="true" />
              {t("add.button")}
            </Button>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        {isReal ? null : (
          <Section title={t(hasReal ? "real.title" : "first.title")}>
            <p className="max-w-prose text-muted">{t(hasReal ? "real.text" : "first.text")}</p>
            {hasReal ? null : (
              <pre className="mt-2 whitespace-pre-wrap break-words rounded-md bg-hover px-3 py-2 font-mono text-xs">
                {FIRST_PERSON}
              </pre>
            )}
          </Section>
        )}
        <Section flush>
          <ListBody
            list={list}
            page={page}
            hasPages={(list.data?.pagination.total ?? 0) > Number(limit)}
            onTurn={setPage}
            empty={null}
          >
            {(people) => (
              <PeopleTable
                label={t("title")}
                rows={people}
                me={person.id}
                roleOf={(row) =>
                  isReal && !row.is_demo && row.id !== person.id ? <Role row={row} /> : tRoles(row.role)
                }
                isExempt={({ is_demo }) => is_demo}
                badgesOf={({ is_demo, disabled_at, has_password }) => (
                  <>
                    {is_demo ? <Badge tone="warn">{t("demo")}</Badge> : null}
                    {disabled_at || has_password ? null : <Badge>{t("noPassword")}</Badge>}
                  </>
                )}
                menuOf={isReal ? (row) => (row.is_demo ? null : <StaffMenu row={row} />) : undefined}
              />
            )}
          </ListBody>
        </Section>
        <Demonstration mayEnd={isReal} />
      </div>
      {isAdding ? <NewStaffDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

function Role({ row: { id, name, role } }: { row: StaffPerson }) {
  const tRoles = useTranslations("shell.roles");
  const t = useTranslations("support.staff");
  return (
    <RoleMenu
      operation="updateStaff"
      inputOf={(to) => ({ id, role: to })}
      name={name}
      role={role}
      choices={STAFF_ROLES.map((each) => ({ role: each, label: tRoles(each), about: t(`means.${each}`) }))}
    />
  );
}

/** What support can do with a person of staff. For themselves, only the name: a colleague does the rest. */
function StaffMenu({ row }: { row: StaffPerson }) {
  const { person } = useSupport();
  const { id, factors, disabled_at } = row;
  const others: PersonActions = {
    ...(factors.length > 0 && { resetFactors: "resetStaffFactors" }),
    ...(disabled_at
      ? { enable: "enableStaff" }
      : { link: "sendStaffLink", signOut: "endStaffSessions", disable: "disableStaff" }),
    remove: "deleteStaff",
  };
  return <PersonMenu row={row} rename="updateStaff" actions={id === person.id ? {} : others} />;
}
