"use client";

import { Table2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { useSupport } from "@/components/support/workspace";
import { CalendarDate, DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { type ListColumn, ListTable, RowLink } from "@/components/ui/list-table";
import type { ListTariffsQuery, TariffSummary } from "@/lib/contracts/tariff";
import { formatNumber } from "@/lib/format";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { type ServiceNames, SheetBadge, useSheetName } from "./sheet-labels";

/** Sheets with who proposed and decided them, each a link. */
export function SheetRows({
  label,
  rows,
  services,
  isAside = false,
}: {
  label: string;
  rows: readonly TariffSummary[];
  services: ServiceNames;
  isAside?: boolean;
}) {
  const t = useTranslations("tariffs");
  const { href } = useSupport();
  const nameOf = useSheetName(services);
  const columns: ListColumn<TariffSummary>[] = [
    {
      key: "sheet",
      head: t("columns.sheet"),
      place: "font-semibold",
      cell: (sheet) => (
        <RowLink href={href(`/tariffs/${sheet.id}`)} prefetch={false}>
          {nameOf(sheet)}
        </RowLink>
      ),
    },
    {
      key: "from",
      head: t("columns.from"),
      width: 9,
      place: "card:text-right",
      cell: ({ valid_from }) => <CalendarDate date={valid_from} />,
    },
    { key: "state", head: t("columns.state"), width: 13, cell: (sheet) => <SheetBadge {...sheet} /> },
    {
      key: "rows",
      head: t("columns.rows"),
      align: "end",
      width: 5,
      isNamed: true,
      place: "card:text-right",
      cell: ({ row_count }) => formatNumber(row_count),
    },
    {
      key: "proposed",
      head: t("columns.proposed"),
      isNamed: true,
      place: "text-muted",
      cell: ({ proposed_by, proposed_time }) => (
        <>
          <span className="block text-text">{proposed_by?.name ?? t("nobody")}</span>
          <DateTime value={proposed_time} className="text-xs" />
        </>
      ),
    },
    {
      key: "decided",
      head: t("columns.decided"),
      isNamed: true,
      place: "text-muted card:text-right",
      cell: ({ decided_by, decided_time }) =>
        decided_time ? (
          <>
            <span className="block text-text">{decided_by?.name ?? t("nobody")}</span>
            <DateTime value={decided_time} className="text-xs" />
          </>
        ) : (
          "–"
        ),
    },
  ];
  return (
    <ListTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      cards="wide"
      isAside={isAside}
      rowClass="h-14 card:grid-cols-2"
    />
  );
}

const SHEETS_URL = listUrl<ListTariffsQuery>({ limit: "20", offset: "0" });

/** All sheets so far. */
export function AllSheets({ view, services }: { view: ListView<ListTariffsQuery>; services: ServiceNames }) {
  const t = useTranslations("tariffs");
  const { href } = useSupport();
  const list = useList("listTariffs", view, { base: href("/tariffs"), url: SHEETS_URL });
  return (
    <ListPage list={list} title={t("all")} empty={<EmptyState icon={Table2} title={t("none")} />}>
      {(rows) => <SheetRows label={t("all")} rows={rows} services={services} isAside />}
    </ListPage>
  );
}

/** What holds for a kind, or for a service; null: nothing yet. */
export type InForce = { key: string; kind: TariffSummary["kind"]; provider: string | null } & {
  now: TariffSummary | null;
  next: TariffSummary | null;
};

/** What holds today and what comes next, for each kind and service, with a way to change it. */
export function InForceRows({ rows, services }: { rows: readonly InForce[]; services: ServiceNames }) {
  const t = useTranslations("tariffs");
  const { href } = useSupport();
  const nameOf = useSheetName(services);
  const changeOf = ({ now, provider }: InForce) =>
    href(now ? `/tariffs/new?from=${now.id}` : `/tariffs/new?provider=${encodeURIComponent(provider ?? "")}`);
  return (
    <ListTable
      label={t("now")}
      rows={rows}
      keyOf={({ key }) => key}
      rowClass="card:grid-cols-2"
      columns={[
        {
          key: "sheet",
          head: t("columns.sheet"),
          place: "font-semibold card:col-span-2",
          cell: (row) =>
            row.now ? <RowLink href={href(`/tariffs/${row.now.id}`)}>{nameOf(row)}</RowLink> : nameOf(row),
        },
        {
          key: "from",
          head: t("columns.from"),
          isNamed: true,
          width: 12,
          cell: ({ now }) =>
            now ? <CalendarDate date={now.valid_from} /> : <span title={t("noSheetYet")}>{t("noSheet")}</span>,
        },
        {
          key: "next",
          head: t("columns.next"),
          isNamed: true,
          width: 12,
          place: "text-muted card:text-right",
          cell: ({ next }) =>
            next ? (
              <Link href={href(`/tariffs/${next.id}`)} className="font-semibold text-accent">
                <CalendarDate date={next.valid_from} />
              </Link>
            ) : (
              t("noNext")
            ),
        },
        {
          key: "change",
          head: t("change"),
          isHeadHidden: true,
          align: "end",
          width: 10,
          place: "card:col-span-2 card:text-right",
          cell: (row) => (
            <LinkButton
              size="sm"
              href={changeOf(row)}
              prefetch={false}
              aria-label={t("changeOf", { sheet: nameOf(row) })}
            >
              {row.now ? t("change") : t("first")}
            </LinkButton>
          ),
        },
      ]}
    />
  );
}
