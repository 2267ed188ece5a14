"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { NativeSelect } from "@/components/ui/native-select";
import { queryFor } from "@/lib/api-client";
import { ACTIVITY_KINDS, type ActivityKind } from "@/lib/audit-kinds";
import type { ActivityRow, ListActivityQuery } from "@/lib/contracts/audit";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { ActivitySentence } from "../activity-sentence";

const ACTIVITY_URL = listUrl<ListActivityQuery>({ limit: "20", offset: "0" });
const ANY = "";
const QUIET = "w-44 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[40%]";

/** What happened in the account, by kind and person, in pages. */
export function ActivityView({ view }: { view: ListView<ListActivityQuery> }) {
  const t = useTranslations("settings.activity");
  const { where, href } = useWorkspace();
  const list = useList("listActivity", view, { base: href("/settings/activity"), url: ACTIVITY_URL });
  const { query, change } = list;
  const people = useQuery(queryFor("listPeople", ALL_ROWS, where)).data?.data ?? [];
  const columns: ListColumn<ActivityRow>[] = [
    {
      key: "what",
      head: t("columns.what"),
      place: "card:col-start-1",
      cell: (row) => <ActivitySentence row={row} />,
    },
    {
      key: "at",
      head: t("columns.at"),
      width: 12,
      align: "end",
      place: "text-muted card:col-start-1 card:text-left! card:text-xs",
      cell: ({ at }) => <DateTime value={at} />,
    },
  ];
  return (
    <ListPage
      list={list}
      title={t("title")}
      description={t("description")}
      filters={
        <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
          <Field label={t("filters.kind")} className={QUIET}>
            <NativeSelect<ActivityKind | typeof ANY>
              value={query.kind ?? ANY}
              options={[
                { value: ANY, label: t("filters.any") },
                ...ACTIVITY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
              ]}
              onValueChange={(kind) => change({ kind: kind || null })}
            />
          </Field>
          <Field label={t("filters.person")} className={QUIET}>
            <NativeSelect
              value={query.person_id ?? ANY}
              options={[
                { value: ANY, label: t("filters.anybody") },
                ...people.map(({ id, name, email }) => ({ value: id, label: name || email })),
              ]}
              onValueChange={(person_id) => change({ person_id })}
            />
          </Field>
        </search>
      }
      empty={<EmptyState icon={History} title={t("none")} description={t("noneMeans")} />}
    >
      {(rows, isBusy) => (
        <ListTable
          label={t("title")}
          rows={rows}
          keyOf={({ id }) => id}
          columns={columns}
          opens="nothing"
          rowClass="card:grid-cols-1"
          isBusy={isBusy}
        />
      )}
    </ListPage>
  );
}
