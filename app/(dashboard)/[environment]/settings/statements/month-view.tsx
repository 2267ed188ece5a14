"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, ListX, Undo2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { fetchFile, saveFile } from "@/components/documents/pdf-file";
import { useWorkspace } from "@/components/environment";
import { useMonthName } from "@/components/month-name";
import { Button } from "@/components/ui/button";
import { CalendarDate } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Money } from "@/components/ui/money";
import { NativeSelect } from "@/components/ui/native-select";
import { Facts, Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { LINE_KINDS, type LineKind, type ListedLine, type StatementSummary } from "@/lib/contracts/statement";
import { TakeBackQuestion } from "./support-acts";

/** The first lines of a month. */
const FIRST_LINES = { limit: "50", offset: "0" };

const ANY = "";
const TOTALS = [
  ...(["shipments", "cancellations", "adjustments", "charges"] as const),
  ...(["cod_before", "cod_collected", "cod_paid_out", "cod_balance"] as const),
];

/** One month: its totals, its files, and its lines in pages. */
export function MonthView({ statement: { month, status, closed_at, totals } }: { statement: StatementSummary }) {
  const t = useTranslations("settings.statements");
  const { where } = useWorkspace();
  const nameOf = useMonthName();
  const [kind, setKind] = useState<LineKind | typeof ANY>(ANY);
  const [page, setPage] = useState(FIRST_LINES);
  const list = useQuery(queryFor("listStatementLines", { month, ...(kind && { kind }), ...page }, where));
  return (
    <Section
      title={t("of", { month: nameOf(month) })}
      description={status === "CLOSED" ? t("closedAt", { date: (closed_at ?? "").slice(0, 10) }) : t("openMeans")}
      actions={
        <>
          <FileButton month={month} type="application/pdf" label={t("pdf")} />
          <FileButton month={month} type="text/csv" label={t("csv")} />
        </>
      }
      flush
    >
      <div className="border-b border-line p-4">
        <Facts items={TOTALS.map((name) => ({ name: t(`totals.${name}`), value: <Money amount={totals[name]} /> }))} />
      </div>
      <search className="flex border-b border-line px-4 py-3">
        <Field label={t("lines.kind")} className="w-52">
          <NativeSelect<LineKind | typeof ANY>
            value={kind}
            options={[
              { value: ANY, label: t("lines.any") },
              ...LINE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
            ]}
            onValueChange={(value) => {
              setKind(value);
              setPage(FIRST_LINES);
            }}
          />
        </Field>
      </search>
      <ListBody list={list} page={page} onTurn={setPage} empty={<EmptyState icon={ListX} title={t("lines.none")} />}>
        {(rows) => <Lines rows={rows} label={t("of", { month: nameOf(month) })} isClosed={status === "CLOSED"} />}
      </ListBody>
    </Section>
  );
}

/** The orders of a payout that a row shows; their number tells of the rest. */
const FEW = 3;

function Lines({ rows, label, isClosed }: { rows: readonly ListedLine[]; label: string; isClosed: boolean }) {
  const t = useTranslations("settings.statements");
  const tKinds = useTranslations("adjustments.kinds");
  const priced = ({ code, amount }: ListedLine["price_lines"][number]) =>
    `${t.has(`prices.${code}` as "prices.BASE") ? t(`prices.${code}` as "prices.BASE") : code} ${amount}`;
  const { href, may } = useWorkspace();
  const [taken, setTaken] = useState<ListedLine | null>(null);
  const columns: ListColumn<ListedLine>[] = [
    {
      key: "at",
      head: t("lines.at"),
      place: "whitespace-nowrap text-muted card:col-start-1",
      cell: ({ at }) => <CalendarDate date={at.slice(0, 10)} />,
    },
    {
      key: "what",
      head: t("lines.what"),
      place: "card:col-start-1 card:col-span-2",
      cell: ({ kind, adjustment_kind, reason, price_lines, shipping_provider, reverses, reversed_by }) => (
        <>
          {reverses ? t("lines.reversed") : t(`kinds.${kind}`)}
          {adjustment_kind ? <span className="text-muted">: {tKinds(adjustment_kind)}</span> : null}
          {reversed_by ? <span className="text-muted">: {t("lines.takenBack")}</span> : null}
          <span className="block text-xs break-words text-muted">
            {[shipping_provider, reason ?? price_lines.map(priced).join(", ")].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    {
      key: "order",
      head: t("lines.order"),
      place: "card:col-start-1 card:col-span-2",
      cell: ({ order_id, tracking_number, reference, orders = [] }) =>
        orders.length > 0 ? (
          <span className="flex flex-wrap gap-x-2">
            {orders.slice(0, FEW).map((id) => (
              <TextLink key={id} href={href(`/orders/${id}`)}>
                {id}
              </TextLink>
            ))}
            {orders.length > FEW ? (
              <span className="text-muted">{t("lines.more", { count: orders.length - FEW })}</span>
            ) : null}
          </span>
        ) : order_id ? (
          <>
            <TextLink href={href(`/orders/${order_id}`)}>{reference || order_id}</TextLink>
            <span className="block font-mono text-xs text-muted">{tracking_number}</span>
          </>
        ) : null,
    },
    {
      key: "weight",
      head: t("lines.weight"),
      align: "end",
      place: "tabular-nums text-muted card:col-start-1 card:text-left!",
      cell: ({ declared_weight, charged_weight }) =>
        declared_weight || charged_weight ? `${declared_weight ?? "–"} / ${charged_weight ?? "–"}` : null,
    },
    {
      key: "amount",
      head: t("lines.amount"),
      align: "end",
      place: "font-semibold card:at-1/2",
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
  if (may("deletePayout") && rows.some(({ kind }) => kind === "COD_PAID_OUT"))
    columns.push({
      key: "takeBack",
      head: t("lines.takeBack"),
      isHeadHidden: true,
      width: 3,
      place: "card:col-start-2 card:text-right",
      cell: (line) =>
        line.kind === "COD_PAID_OUT" && !line.reverses && !line.reversed_by ? (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("lines.takeBackOf", { reference: line.reason ?? "" })}
            title={t("lines.takeBack")}
            onClick={() => setTaken(line)}
          >
            <Undo2 aria-hidden="true" />
          </Button>
        ) : null,
    });
  return (
    <>
      <ListTable
        label={label}
        rows={rows}
        keyOf={({ kind, id, order_id }) => `${kind} ${id ?? order_id}`}
        columns={columns}
        opens="nothing"
        rowClass="card:grid-cols-[minmax(0,1fr)_auto]"
      />
      {taken ? <TakeBackQuestion payout={taken} isClosed={isClosed} onClose={() => setTaken(null)} /> : null}
    </>
  );
}

function FileButton({ month, type, label }: { month: string; type: string; label: string }) {
  const { where } = useWorkspace();
  const language = useLocale() === "en" ? ("en" as const) : ("zh-Hant" as const);
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await fetchFile("readStatement", { month, language }, where, type).then(saveFile, showFailure);
    setIsBusy(false);
  };
  return (
    <Button size="sm" loading={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}
