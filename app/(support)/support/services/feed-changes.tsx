"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import type { Concerned, FeedDifference } from "@/lib/contracts/services";
import { formatNumber } from "@/lib/format";
import { pageHref } from "@/lib/pages/page-href";

/** How many rows of a kind are shown at first: a list may change thousands. */
const FIRST_ROWS = 20;

type Point = { delivery_code: string; name_en: string; name_zh: string };

/** What a list opens, moves and closes, and the orders and drafts that name what closes. */
export function FeedChanges({ opening, moving, closing, concerned }: FeedDifference & { concerned: Concerned }) {
  const t = useTranslations("support.services.changes");
  return (
    <div className="flex flex-col gap-4">
      {closing.length > 0 ? <ConcernedRows concerned={concerned} /> : null}
      <Points title={t("closing")} rows={closing} />
      <Points
        title={t("moving")}
        rows={moving}
        detail={{ head: t("fields"), of: (row) => <Fields fields={row.fields} /> }}
      />
      <Points
        title={t("opening")}
        rows={opening}
        detail={{ head: t("before"), of: (row) => (row.reopened ? t("reopened") : t("isNew")) }}
      />
    </div>
  );
}

function Fields({ fields }: Pick<FeedDifference["moving"][number], "fields">) {
  const t = useTranslations("support.services.changes");
  return (
    <ul>
      {fields.map(({ field, before, after }) => (
        <li key={field} className="break-words">
          <span className="text-xs text-muted">{field}</span> {before ?? t("nothing")} → {after ?? t("nothing")}
        </li>
      ))}
    </ul>
  );
}

function Points<Row extends Point>({
  title,
  rows,
  detail,
}: {
  title: string;
  rows: readonly Row[];
  detail?: { head: string; of: (row: Row) => ReactNode };
}) {
  const t = useTranslations("support.services.changes");
  const language = useLocale();
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <Section flush title={`${title} · ${formatNumber(rows.length)}`}>
      <ListTable
        label={title}
        rows={shown}
        keyOf={({ delivery_code }) => delivery_code}
        opens="nothing"
        isAside
        rowClass="card:grid-cols-1"
        columns={[
          {
            key: "code",
            head: t("code"),
            width: 10,
            place: "font-semibold break-all",
            cell: ({ delivery_code }) => delivery_code,
          },
          {
            key: "name",
            head: t("name"),
            place: "min-w-0 break-words",
            cell: (row) => (language === "en" ? row.name_en : row.name_zh),
          },
          ...(detail ? [{ key: "detail", head: detail.head, place: "min-w-0 break-words", cell: detail.of }] : []),
        ]}
      />
      {shown.length < rows.length ? (
        <div className="border-t border-line px-4 py-2">
          <Button size="sm" variant="ghost" onClick={() => setIsWhole(true)}>
            {t("all", { count: formatNumber(rows.length) })}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

function ConcernedRows({ concerned }: { concerned: Concerned }) {
  const t = useTranslations("support.services.concerned");
  const tStatus = useTranslations("status");
  const { environment } = useSupport();
  const { orders, drafts, accounts, rows } = concerned;
  const counts = { orders, drafts, accounts };
  return (
    <Section
      flush
      title={t("title")}
      description={orders + drafts > 0 ? t("counts", counts) : t("none", { environment })}
    >
      {rows.length > 0 ? (
        <ListTable
          label={t("title")}
          rows={rows}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          opens="nothing"
          isAside
          rowClass="card:grid-cols-2"
          columns={[
            {
              key: "id",
              head: t("what"),
              place: "min-w-0 break-all",
              cell: ({ kind, id, account_id }) =>
                kind === "ORDER" ? (
                  // A full page load: nothing of the merchant seen before may stay around it.
                  <a
                    href={pageHref(`/orders/${id}`, environment, account_id)}
                    className="rounded-xs font-semibold text-accent underline-offset-4 hover:underline"
                  >
                    {id}
                  </a>
                ) : (
                  id
                ),
            },
            { key: "status", head: t("status"), width: 10, cell: ({ status }) => tStatus(status) },
            { key: "code", head: t("code"), width: 9, cell: ({ delivery_code }) => delivery_code },
            {
              key: "merchant",
              head: t("merchant"),
              place: "min-w-0 break-words",
              cell: ({ account_name }) => account_name,
            },
            {
              key: "reference",
              head: t("reference"),
              place: "min-w-0 break-words text-muted",
              cell: ({ reference }) => reference ?? "–",
            },
          ]}
        />
      ) : null}
      {rows.length < orders + drafts ? (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{t("more", { shown: rows.length })}</p>
      ) : null}
    </Section>
  );
}
