"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, UserPlus, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/place";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { StaffPerson } from "@/lib/contracts/staff";
import { Demonstration } from "./demonstration";
import { NewStaffDialog } from "./new-staff-dialog";
import { StaffMenu } from "./staff-menu";

/** The command that makes the first real person of staff. */
const FIRST_PERSON = "npm run admin -- person create --role support --email … --password -";

/** The people of staff, whom real people of support look after, and the demonstration's sign-ins. */
export function StaffView({ limit }: { limit: string }) {
  const t = useTranslations("support.staff");
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
            {(people) => <People rows={people} mayManage={isReal} />}
          </ListBody>
        </Section>
        <Demonstration mayEnd={isReal} />
      </div>
      {isAdding ? <NewStaffDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

function People({ rows, mayManage }: { rows: readonly StaffPerson[]; mayManage: boolean }) {
  const t = useTranslations("support.staff");
  const roles = useTranslations("shell.roles");
  const columns: ListColumn<StaffPerson>[] = [
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
      place: "card:col-start-1",
      cell: ({ role }) => roles(role),
    },
    {
      key: "factor",
      head: t("columns.factor"),
      width: 12,
      isNamed: true,
      place: "card:col-start-1",
      cell: ({ factors, is_demo }) =>
        factors[0] ? (
          <span className="flex items-center gap-1.5">
            <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-accent" />
            {t(`factors.${factors[0]}`)}
          </span>
        ) : (
          <span className="text-muted">{t(is_demo ? "factors.demo" : "factors.none")}</span>
        ),
    },
    {
      key: "last",
      head: t("columns.last"),
      width: 12,
      isNamed: true,
      place: "text-muted card:col-start-1",
      cell: ({ last_sign_in_at }) => (last_sign_in_at ? <DateTime value={last_sign_in_at} /> : t("never")),
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
      cell: (row) => (row.is_demo ? null : <StaffMenu row={row} />),
    });
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      opens="nothing"
      rowClass="h-13 card:grid-cols-[minmax(0,1fr)_auto] card:gap-y-0.5"
    />
  );
}

function Who({ row }: { row: StaffPerson }) {
  const t = useTranslations("support.staff");
  const { person } = useSupport();
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="truncate font-semibold" title={row.name}>
          {row.name}
        </span>
        {row.id === person.id ? <Badge>{t("you")}</Badge> : null}
        {row.is_demo ? <Badge tone="warn">{t("demo")}</Badge> : null}
        {row.disabled_at ? (
          <Badge icon={<UserX aria-hidden="true" />}>{t("disabled")}</Badge>
        ) : row.has_password ? null : (
          <Badge>{t("noPassword")}</Badge>
        )}
      </span>
      <span className="block truncate text-xs text-muted" title={row.email}>
        {row.email}
      </span>
    </span>
  );
}
