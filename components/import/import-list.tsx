"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable, RowLink } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import type { Import } from "@/lib/contracts/import";
import { ImportBadge, useImportWords } from "./import-facts";
import { useImports } from "./use-import";

/** The imports that are kept, each with its state; `days`: how long. */
export function ImportList({ days }: { days: number }) {
  const t = useTranslations("imports");
  const words = useImportWords();
  const { href } = useWorkspace();
  const imports = useImports();
  const columns: readonly ListColumn<Import>[] = [
    {
      key: "name",
      head: t("steps.file"),
      place: "card:at-1/1 min-w-0",
      cell: (row) => (
        <RowLink href={href(`/orders/import/${row.import_id}`)} className="block max-w-96 truncate">
          {words.name(row)}
        </RowLink>
      ),
    },
    {
      key: "status",
      head: t("list"),
      isHeadHidden: true,
      place: "card:at-1/2",
      cell: ({ status }) => <ImportBadge status={status} />,
    },
    { key: "figures", head: t("tabs.label"), isHeadHidden: true, place: "card:at-2/1 text-muted", cell: words.figures },
    { key: "begun", head: t("begunHead"), place: "card:at-2/2 text-muted", cell: words.begun },
  ];
  return (
    <Section title={t("list")} description={t("listAbout", { days })} flush>
      <ListBody list={imports} empty={<EmptyState icon={FileUp} title={t("none")} description={t("noneAbout")} />}>
        {(rows) => <ListTable label={t("list")} rows={rows} keyOf={({ import_id }) => import_id} columns={columns} />}
      </ListBody>
    </Section>
  );
}
