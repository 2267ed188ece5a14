"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { ACTIVITY_KINDS, type ActivityKind } from "@/lib/audit-kinds";
import type { ActivityRow } from "@/lib/contracts/audit";
import { ActivitySentence } from "../activity-words";
import { FIRST_ACTIVITY } from "./activity-query";

const ANY = "";
const QUIET = "w-44 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[40%]";

/** What happened in the account, by kind and person, in pages. */
export function ActivityView() {
  const t = useTranslations("settings.activity");
  const { where } = usePlace();
  const [kind, setKind] = useState<ActivityKind | typeof ANY>(ANY);
  const [person, setPerson] = useState<string>(ANY);
  const [page, setPage] = useState(FIRST_ACTIVITY);
  const filter = { ...(kind && { kind }), ...(person && { person_id: person }) };
  const list = useQuery(queryFor("listActivity", { ...filter, ...page }, where));
  const people = useQuery(queryFor("listPeople", { limit: "100", offset: "0" }, where)).data?.data ?? [];
  const first = () => setPage({ ...page, offset: "0" });
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
    <Section title={t("title")} description={t("description")} flush>
      <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
        <Field label={t("filters.kind")} className={QUIET}>
          <NativeSelect<ActivityKind | typeof ANY>
            value={kind}
            options={[
              { value: ANY, label: t("filters.any") },
              ...ACTIVITY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
            ]}
            onValueChange={(value) => {
              setKind(value);
              first();
            }}
          />
        </Field>
        <Field label={t("filters.person")} className={QUIET}>
          <NativeSelect
            value={person}
            options={[
              { value: ANY, label: t("filters.anybody") },
              ...people.map(({ id, name, email }) => ({ value: id, label: name || email })),
            ]}
            onValueChange={(value) => {
              setPerson(value);
              first();
            }}
          />
        </Field>
      </search>
      <ListBody
        list={list}
        page={page}
        onTurn={setPage}
        empty={<EmptyState icon={History} title={t("none")} description={t("noneMeans")} />}
      >
        {(rows) => (
          <ListTable
            label={t("title")}
            rows={rows}
            keyOf={({ id }) => id}
            columns={columns}
            opens="nothing"
            rowClass="card:grid-cols-1"
          />
        )}
      </ListBody>
    </Section>
  );
}
