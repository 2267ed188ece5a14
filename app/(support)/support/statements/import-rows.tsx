"use client";

import { Check, CircleMinus, Clock, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CalendarDate } from "@/components/ui/date-time";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import type { ImportLine, ImportState } from "@/lib/contracts/statement-import";
import { formatNumber } from "@/lib/format";
import { pageHref } from "@/lib/pages/page-href";
import type { ImportKind } from "@/lib/tables/statement-csv";

/** How many more rows are shown at a time: a file may have thousands. */
const STEP = 100;

const LOOKS: Record<ImportState | "MADE", { tone: BadgeTone; icon: ReactNode }> = {
  WRONG: { tone: "bad", icon: <TriangleAlert aria-hidden="true" /> },
  BILLED_BEFORE: { tone: "warn", icon: <TriangleAlert aria-hidden="true" /> },
  READY: { tone: "info", icon: <Clock aria-hidden="true" /> },
  MADE: { tone: "ok", icon: <Check aria-hidden="true" /> },
  SAME: { tone: "neutral", icon: <CircleMinus aria-hidden="true" /> },
  ALREADY: { tone: "neutral", icon: <Check aria-hidden="true" /> },
};

/** The lines of a file, those that are wrong first. */
export function ImportRows({
  kind,
  lines,
  isApplied,
}: {
  kind: ImportKind;
  lines: readonly ImportLine[];
  isApplied: boolean;
}) {
  const t = useTranslations("support.statements");
  const columns = useColumns(kind, isApplied);
  const [most, setMost] = useState(STEP);
  const shown = lines.slice(0, most);
  return (
    <Section flush title={`${t("lines")} · ${formatNumber(lines.length)}`}>
      <ListTable
        label={t("lines")}
        rows={shown}
        keyOf={({ row }) => String(row)}
        opens="nothing"
        cards="wide"
        rowClass="card:grid-cols-2"
        columns={columns}
      />
      {shown.length < lines.length ? (
        <div className="border-t border-line px-4 py-2">
          <Button size="sm" variant="ghost" onClick={() => setMost(most + STEP)}>
            {t("more", { count: Math.min(STEP, lines.length - shown.length) })}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

const amount = (value: string | null) =>
  value !== null && /^-?\d+(\.\d{1,2})?$/.test(value) ? <Money amount={value} /> : (value ?? "–");

function useColumns(kind: ImportKind, isApplied: boolean): ListColumn<ImportLine>[] {
  const t = useTranslations("support.statements");
  const money = (key: "charged" | "charge" | "difference", width: number): ListColumn<ImportLine> => ({
    key,
    head: t(`columns.${key}`),
    width,
    align: "end",
    isNamed: true,
    place: "tabular-nums card:text-left",
    cell: (line) => amount(line[key]),
  });
  const line: ListColumn<ImportLine> = {
    key: "line",
    head: t("columns.line"),
    width: 3.5,
    place: "break-words text-muted tabular-nums card:at-1/2 card:text-right",
    cell: (each) => `#${each.line}`,
  };
  const state: ListColumn<ImportLine> = {
    key: "state",
    head: t("columns.state"),
    width: 12.5,
    place: "min-w-0 card:col-span-2",
    cell: (each) => <State line={each} isApplied={isApplied} />,
  };
  const sum: ListColumn<ImportLine> = {
    key: "amount",
    head: t(`kinds.${kind}.amount`),
    width: 8,
    align: "end",
    isNamed: true,
    place: "font-semibold tabular-nums card:text-left",
    cell: (each) => amount(each.amount),
  };
  if (kind === "PAYOUTS")
    return [
      line,
      {
        key: "merchant",
        head: t("columns.merchant"),
        place: "min-w-0 break-words card:at-1/1",
        cell: ({ account_id, account_name }) => (
          <Named name={account_name ?? account_id} about={account_name && account_id} />
        ),
      },
      {
        key: "paid_on",
        head: t("columns.paid_on"),
        width: 9,
        isNamed: true,
        cell: ({ paid_on }) =>
          paid_on && /^\d{4}-\d\d-\d\d$/.test(paid_on) ? <CalendarDate date={paid_on} /> : (paid_on ?? "–"),
      },
      {
        key: "reference",
        head: t("columns.reference"),
        width: 10,
        isNamed: true,
        place: "min-w-0 break-words",
        cell: ({ reason }) => reason ?? "–",
      },
      sum,
      state,
    ];
  return [
    line,
    {
      key: "parcel",
      head: t("columns.parcel"),
      place: "min-w-0 break-words card:at-1/1",
      cell: (each) => <Named name={<Parcel line={each} />} about={each.account_name} />,
    },
    {
      key: "weight",
      head: t("columns.weight"),
      width: 3.5,
      align: "end",
      isNamed: true,
      place: "tabular-nums card:text-left",
      cell: ({ weight }) => weight ?? "–",
    },
    money("charged", 7),
    money("charge", 7),
    money("difference", 6),
    sum,
    state,
  ];
}

function Named({ name, about }: { name: ReactNode; about: string | null }) {
  return (
    <>
      <span className="block font-semibold">{name ?? "–"}</span>
      {about ? <span className="block text-xs text-muted">{about}</span> : null}
    </>
  );
}

function Parcel({ line }: { line: ImportLine }) {
  const { order_id, account_id, tracking_number } = line;
  if (!order_id || !account_id) return tracking_number ?? "–";
  return (
    // A full page load: nothing of the merchant seen before may stay around it.
    <a
      href={pageHref(`/orders/${order_id}`, "production", account_id)}
      className="rounded-xs text-accent underline-offset-4 hover:underline"
    >
      {tracking_number ?? order_id}
    </a>
  );
}

function State({ line, isApplied }: { line: ImportLine; isApplied: boolean }) {
  const t = useTranslations("support.statements");
  const state = line.state === "READY" && isApplied ? "MADE" : line.state;
  return (
    <>
      <Badge tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
        {t(`states.${state}`)}
      </Badge>
      {line.problems.map(({ column, message }) => (
        <span key={column} className="mt-1 block text-xs break-words text-bad">
          {message}
        </span>
      ))}
      {line.problems.length === 0 && line.reason ? (
        <span className="mt-1 block text-xs break-words text-muted">{line.reason}</span>
      ) : null}
    </>
  );
}
