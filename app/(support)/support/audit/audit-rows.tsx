"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { ListTable } from "@/components/ui/list-table";
import type { AuditRow } from "@/lib/contracts/audit";

const inShort = (facts: Record<string, unknown> | null) =>
  facts && Object.keys(facts).length > 0 ? JSON.stringify(facts) : null;

/** Rows of the audit log with all that they hold. */
export function AuditRows({ rows }: { rows: readonly AuditRow[] }) {
  const t = useTranslations("support.audit");
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      opens="nothing"
      cards="wide"
      rowClass="card:grid-cols-1"
      columns={[
        {
          key: "at",
          head: t("columns.at"),
          width: 11,
          place: "text-muted",
          cell: ({ at }) => <DateTime value={at} seconds />,
        },
        {
          key: "actor",
          head: t("columns.actor"),
          place: "min-w-0 break-words",
          cell: (row) => (
            <>
              <span className="block font-semibold">{row.actor_name ?? row.actor}</span>
              <span className="block text-xs text-muted">
                {[row.actor, row.role, row.address].filter(Boolean).join(" · ")}
              </span>
            </>
          ),
        },
        {
          key: "operation",
          head: t("columns.operation"),
          place: "min-w-0 break-words",
          cell: (row) => (
            <>
              {row.operation}
              {row.count > 1 ? ` × ${row.count}` : ""}{" "}
              {row.outcome === "ok" ? null : <Badge className="break-all">{row.outcome}</Badge>}
              <span className="block break-all text-xs text-muted">{row.object_id}</span>
              {row.reason ? (
                <span className="block text-xs text-muted">
                  {[row.reason, row.acting ? t("acting") : null].filter(Boolean).join(" · ")}
                </span>
              ) : null}
            </>
          ),
        },
        {
          key: "account",
          head: t("columns.account"),
          width: 12,
          place: "min-w-0 break-words",
          cell: (row) => (row.account_id ? `${row.account_name ?? ""} ${row.account_id}` : "–"),
        },
        {
          key: "change",
          head: t("columns.change"),
          place: "min-w-0 break-all text-xs text-muted",
          cell: ({ before, after }) => [inShort(before), inShort(after)].filter(Boolean).join(" → ") || "–",
        },
      ]}
    />
  );
}
