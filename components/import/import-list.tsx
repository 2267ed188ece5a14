"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { EmptyState } from "@/components/ui/empty-state";
import { type ListColumn, ListTable, RowLink } from "@/components/ui/list-table";
import type { Import } from "@/lib/contracts/import";
import type { FileKind } from "@/lib/file-kinds";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { ImportBadge, useImportWords } from "./import-facts";
import { KINDS } from "./kinds";
import { isUnderWay } from "./use-import";

type Query = { limit: string; offset: string };
const IMPORTS_URL = listUrl<Query>({ limit: "20", offset: "0" });
const POLL_MS = 1500;

/** The imports that are kept, each with its state; `days`: how long. */
export function ImportList({ kind, view, days }: { kind: FileKind; view: ListView<Query>; days: number }) {
  const t = useTranslations("imports");
  const words = useImportWords();
  const { href } = useWorkspace();
  const list = useList("listImports", view, {
    base: href(KINDS[kind].path),
    url: IMPORTS_URL,
    inputOf: (query) => ({ ...query, kind }),
    refreshMs: ({ data }) => (data.some(isUnderWay) ? POLL_MS : false),
  });
  const columns: readonly ListColumn<Import>[] = [
    {
      key: "name",
      head: t("steps.file"),
      place: "card:at-1/1 min-w-0",
      cell: (row) => (
        <RowLink href={href(`${KINDS[kind].path}/${row.import_id}`)} className="block max-w-96 truncate">
          {words.name(row)}
        </RowLink>
      ),
    },
    {
      key: "status",
      head: t("stateHead"),
      isHeadHidden: true,
      place: "card:at-1/2",
      cell: ({ status }) => <ImportBadge status={status} />,
    },
    { key: "figures", head: t("tabs.label"), isHeadHidden: true, place: "card:at-2/1 text-muted", cell: words.figures },
    { key: "begun", head: t("begunHead"), place: "card:at-2/2 text-muted", cell: words.begun },
  ];
  return (
    <ListPage
      list={list}
      title={t("list")}
      description={t("listAbout", { days })}
      empty={<EmptyState icon={FileUp} title={t("none")} description={t(`of.${kind}.noneAbout`)} />}
    >
      {(rows, isBusy) => (
        <ListTable
          label={t("list")}
          rows={rows}
          keyOf={({ import_id }) => import_id}
          columns={columns}
          isBusy={isBusy}
        />
      )}
    </ListPage>
  );
}
