"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { ListTable } from "@/components/ui/list-table";
import type { AuditRow } from "@/lib/contracts/audit";

/** A card leaves out what there is not. */
const NONE = <span className="card:hidden">–</span>;

/** Each field with what it was and is; of what was only asked for, what that was. */
function Change({ before, after }: Pick<AuditRow, "before" | "after">) {
  const t = useTranslations("support.audit.values");
  const inShort = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (Array.isArray(value)) return value.map(inShort).join(", ");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return NONE;
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          {name}: {before && name in before ? `${inShort(before[name])} → ` : null}
          {inShort(after?.[name])}
        </li>
      ))}
    </ul>
  );
}

const ROLES = ["owner", "member", "support", "warehouse", "merchant", "carrier", "command", "anyone"] as const;
const REASONS = ["MERCHANT_ASKED", "EXCEPTION", "BILLING", "CHECK"] as const;
const isOne = <Name extends string>(names: readonly Name[], value: string): value is Name =>
  (names as readonly string[]).includes(value);

/** Rows of the audit log with all that they hold; `operations`: what theirs are called. */
export function AuditRows({
  rows,
  operations,
  isBusy,
}: {
  rows: readonly AuditRow[];
  operations: Readonly<Record<string, string>>;
  isBusy: boolean;
}) {
  const t = useTranslations("support.audit");
  /** What is not known any more, or never was, is said to be so. */
  const whoOf = ({ actor, actor_name, role }: AuditRow) => {
    if (actor_name) return actor_name;
    if (role === "command") return t("command");
    return actor.startsWith("person:") || actor.startsWith("client:") ? t("erased") : t("anybody");
  };
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      opens="nothing"
      isBusy={isBusy}
      cards="wide"
      rowClass="card:grid-cols-1"
      columns={[
        {
          key: "at",
          head: t("columns.at"),
          width: 13,
          place: "text-muted",
          cell: ({ at }) => <DateTime value={at} seconds />,
        },
        {
          key: "actor",
          head: t("columns.actor"),
          place: "min-w-0 break-words",
          cell: (row) => (
            <>
              <span className="block font-semibold">{whoOf(row)}</span>
              <span className="block text-xs text-muted">
                {[
                  isOne(ROLES, row.role) ? t(`roles.${row.role}`) : row.role,
                  row.actor,
                  row.address === "unknown" ? null : row.address,
                ]
                  .filter(Boolean)
                  .join(" · ")}
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
              {operations[row.operation] ?? t("unknown", { operation: row.operation })}
              {row.count > 1 ? ` × ${row.count}` : ""}{" "}
              {row.outcome === "ok" ? null : <Badge className="break-all">{row.outcome}</Badge>}
              <span className="block break-all text-xs text-muted">{row.object_id}</span>
              {row.reason ? (
                <span className="block text-xs text-muted">
                  {[
                    isOne(REASONS, row.reason) ? t(`reasons.${row.reason}`) : row.reason,
                    row.acting ? t("acting") : null,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
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
          cell: (row) => (row.account_id ? `${row.account_name ?? t("erasedAccount")} ${row.account_id}` : NONE),
        },
        {
          key: "change",
          head: t("columns.change"),
          place: "min-w-0 break-all text-xs text-muted",
          cell: (row) => <Change before={row.before} after={row.after} />,
        },
      ]}
    />
  );
}
