"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { useMonthName } from "@/components/month-name";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { StatementSummary } from "@/lib/contracts/statement";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { MonthView } from "./month-view";
import { SupportActs } from "./support-acts";

/** The months, and below them the one that is chosen. */
export function StatementsView() {
  const t = useTranslations("settings.statements");
  const { where, environment, may } = useWorkspace();
  const nameOf = useMonthName();
  const list = useQuery(queryFor("listStatements", ALL_ROWS, where));
  const [chosen, setChosen] = useState<string | null>(null);
  const months = list.data?.data ?? [];
  const current = months.find(({ month }) => month === chosen) ?? months[0];

  if (environment !== "production")
    return (
      <Section title={t("title")} description={t("description")}>
        <EmptyState
          icon={ReceiptText}
          title={t("testing")}
          description={t("testingMeans")}
          actions={<LinkButton href={productionHref(where.accountId ?? null)}>{t("open")}</LinkButton>}
        />
      </Section>
    );
  const columns: ListColumn<StatementSummary>[] = [
    {
      key: "month",
      head: t("columns.month"),
      place: "font-semibold card:col-start-1",
      cell: ({ month }) => (
        <Button
          variant="ghost"
          size="sm"
          className="-mx-2"
          aria-pressed={month === current?.month}
          data-row=""
          onClick={() => setChosen(month)}
        >
          {nameOf(month)}
        </Button>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      place: "card:col-start-2 card:text-right",
      cell: ({ status }) => <Badge tone={status === "CLOSED" ? "ok" : "neutral"}>{t(`status.${status}`)}</Badge>,
    },
    {
      key: "charges",
      head: t("columns.charges"),
      align: "end",
      place: "card:col-start-1",
      cell: ({ totals }) => <Money amount={totals.charges} />,
    },
    {
      key: "balance",
      head: t("columns.balance"),
      align: "end",
      place: "card:col-start-2",
      cell: ({ totals }) => <Money amount={totals.cod_balance} />,
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Section
        title={t("title")}
        description={t("description")}
        actions={may("createPayout") ? <SupportActs months={months} /> : null}
        flush
      >
        <ListBody list={list} empty={<EmptyState icon={ReceiptText} title={t("none")} description={t("noneMeans")} />}>
          {(rows) => (
            <ListTable
              label={t("title")}
              rows={rows}
              keyOf={({ month }) => month}
              columns={columns}
              opens="link"
              rowClass="card:grid-cols-[minmax(0,1fr)_auto]"
              isMarked={({ month }) => month === current?.month}
            />
          )}
        </ListBody>
      </Section>
      {current ? <MonthView key={current.month} statement={current} /> : null}
    </div>
  );
}

function productionHref(accountId: string | null): string {
  return `/production/settings/statements${accountId ? `?account=${accountId}` : ""}`;
}
