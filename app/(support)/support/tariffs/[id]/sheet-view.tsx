"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useCellLabels } from "@/app/(support)/support/tariffs/cell-labels";
import { ConfirmOperation } from "@/components/confirm-operation";
import { saveCsv } from "@/components/save-file";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { CalendarDate, DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { type CallInput, queryFor } from "@/lib/api-client";
import type { TariffSheet } from "@/lib/contracts/tariff";
import { formatDate } from "@/lib/format";
import { csvOf } from "@/lib/tables/tariff-csv";
import { SHEET_COLUMNS, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";
import { PreviewPanel } from "../preview-panel";
import { type ServiceNames, SheetBadge, useSheetName } from "../sheet-labels";

/** A sheet to read; of one that is ahead, what it changes. */
export function SheetView({ id, services }: { id: string; services: ServiceNames }) {
  const { where } = useSupport();
  const read = useQuery(queryFor("readTariff", { id }, where));
  if (read.data) return <Sheet sheet={read.data} services={services} />;
  return read.isError ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <SkeletonRows />;
}

function Sheet({ sheet, services }: { sheet: TariffSheet; services: ServiceNames }) {
  const t = useTranslations("tariffs");
  const { href } = useSupport();
  const nameOf = useSheetName(services);
  const { kind, provider, valid_from, rows, state, force } = sheet;
  const by = (person: TariffSheet["proposed_by"], time: string) =>
    t.rich("read.by", { name: person?.name ?? t("nobody"), time: () => <DateTime key="time" value={time} /> });
  const isAhead = (state === "PROPOSED" && sheet.approval_bar !== "TOO_LATE") || force === "NEXT";
  return (
    <>
      <PageHeader
        back={<TextLink href={href("/tariffs")}>{t("back")}</TextLink>}
        title={
          <span className="flex flex-wrap items-center gap-2">
            {nameOf(sheet)} <SheetBadge {...sheet} />
          </span>
        }
        description={t.rich("until", { day: () => <CalendarDate key="day" date={valid_from} /> })}
        actions={
          <>
            <Button
              onClick={() =>
                saveCsv(csvOf(kind, rows), `tariffs-${(provider ?? kind).toLowerCase()}-${valid_from}.csv`)
              }
            >
              <FileDown aria-hidden="true" />
              {t("read.csv")}
            </Button>
            <LinkButton href={href(`/tariffs/new?from=${sheet.id}`)} prefetch={false}>
              {t("read.again")}
            </LinkButton>
            <Decisions sheet={sheet} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {sheet.approval_bar ? (
          <p role="note" className="rounded-md bg-warn-tint px-4 py-3">
            {t(`decide.bars.${sheet.approval_bar}`)}
          </p>
        ) : null}
        <Section title={t("read.facts")}>
          <Facts
            items={[
              { name: t("columns.proposed"), value: by(sheet.proposed_by, sheet.proposed_time) },
              ...(sheet.decided_time
                ? [{ name: t("columns.decided"), value: by(sheet.decided_by, sheet.decided_time) }]
                : []),
              ...(sheet.note ? [{ name: t("read.note"), value: sheet.note }] : []),
            ]}
          />
        </Section>
        <Section title={t("read.rows")} description={t(`help.${kind}`)} flush>
          <SheetTable kind={kind} rows={rows} services={services} />
        </Section>
        {isAhead ? <Tried sheet={sheet} services={services} /> : null}
      </div>
    </>
  );
}

function Tried({ sheet, services }: { sheet: TariffSheet; services: ServiceNames }) {
  const t = useTranslations("tariffs.preview");
  const { where } = useSupport();
  const { kind, provider, valid_from, rows } = sheet;
  const body = { kind, ...(provider ? { provider } : {}), valid_from, rows } as CallInput<"previewTariff">;
  // Each try looks at merchants' orders, so it is not repeated unasked.
  const tried = useQuery({ ...queryFor("previewTariff", body, where), staleTime: Number.POSITIVE_INFINITY });
  if (tried.data) return <PreviewPanel kind={kind} day={valid_from} preview={tried.data} services={services} />;
  return (
    <Section title={t("title")}>
      {tried.isError ? (
        <ErrorState error={tried.error} onRetry={() => void tried.refetch()} />
      ) : (
        <p role="status" className="text-muted">
          {t("loading")}
        </p>
      )}
    </Section>
  );
}

/** Approves or withdraws a sheet, after saying what happens. */
function Decisions({ sheet }: { sheet: TariffSheet }) {
  const t = useTranslations("tariffs.decide");
  const language = useLocale();
  const [asked, setAsked] = useState<"approve" | "withdraw" | null>(null);
  const { id, state, may_approve, may_withdraw } = sheet;
  const day = formatDate(sheet.valid_from, language);

  const withdrawn = state === "PROPOSED" ? t("withdrawWaiting") : t("withdrawApproved", { day });
  return (
    <>
      {may_withdraw ? <Button onClick={() => setAsked("withdraw")}>{t("withdraw")}</Button> : null}
      {may_approve ? (
        <Button variant="primary" onClick={() => setAsked("approve")}>
          {t("approve")}
        </Button>
      ) : null}
      {asked ? (
        <ConfirmOperation
          operation={asked === "approve" ? "approveTariff" : "withdrawTariff"}
          input={{ id }}
          title={t(asked === "approve" ? "approveTitle" : "withdrawTitle")}
          description={asked === "approve" ? t("approveMeans", { day }) : withdrawn}
          confirmLabel={t(asked)}
          tone={asked === "approve" ? "normal" : "danger"}
          done={asked === "approve" ? t("approved", { day }) : t("withdrawn")}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

/** The rows of a sheet to read. */
function SheetTable({ kind, rows, services }: { kind: SheetKind; rows: readonly SheetRow[]; services: ServiceNames }) {
  const t = useTranslations("tariffs");
  const labels = useCellLabels(services);
  const columns = SHEET_COLUMNS[kind];
  const keys = columns.filter(({ isKey }) => isKey);
  const align = (of: (typeof columns)[number]) => (of.kind === "decimal" || of.kind === "integer" ? "end" : "start");
  return (
    <Table label={t("read.rows")}>
      <THead>
        <TR>
          {columns.map((column) => (
            <TH key={column.name} align={align(column)} className="whitespace-normal">
              {labels.column(column.name)}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {rows.map((row) => (
          <TR key={keys.map(({ name }) => row[name]).join(" ")}>
            {columns.map((column) => (
              <TD key={column.name} align={align(column)} className={column.name === "countries" ? "min-w-40" : ""}>
                {labels.cell(row, column.name) || "–"}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
