"use client";

import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import { ListTable, RowLink } from "@/components/ui/list-table";
import type { CallResult } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { nameOfCode } from "./call-state";
import type { LogView } from "./requests-url";

type Group = CallResult<"listRequestErrors">["data"][number];

/** Errors by code, field and operation; a row leads to its calls. */
export function ErrorGroups({
  rows,
  hrefOf,
  isBusy,
}: {
  rows: readonly Group[];
  hrefOf: (change: { [Field in keyof LogView]?: LogView[Field] | null }) => string;
  isBusy: boolean;
}) {
  const t = useTranslations("developers.requests.groups");
  return (
    <ListTable
      label={t("label")}
      rows={rows}
      keyOf={({ code, field, operation }) => `${code} ${field} ${operation}`}
      rowClass="card:grid-cols-[minmax(0,1fr)_auto] row:h-12"
      isBusy={isBusy}
      columns={[
        {
          key: "code",
          head: t("code"),
          cell: ({ code, field, operation }) => (
            <>
              <RowLink
                href={hrefOf({ tab: null, code, field: field || null, operation, status: null, q: null })}
                className="block truncate font-mono text-xs font-semibold"
              >
                {code} {nameOfCode(code)}
              </RowLink>
              <span className="block truncate font-mono text-xs text-muted">{operation}</span>
            </>
          ),
        },
        {
          key: "field",
          head: t("field"),
          place: "font-mono text-xs card:col-span-2",
          cell: ({ field }) => <span className="block break-words">{field || "–"}</span>,
        },
        {
          key: "count",
          head: t("count"),
          width: 5,
          align: "end",
          place: "tabular-nums card:at-1/2",
          cell: ({ count }) => formatNumber(count),
        },
        {
          key: "first",
          head: t("first"),
          width: 11,
          isNamed: true,
          place: "text-xs text-muted",
          cell: ({ first_at }) => <DateTime value={first_at} />,
        },
        {
          key: "last",
          head: t("last"),
          width: 11,
          isNamed: true,
          place: "text-xs text-muted",
          cell: ({ last_at }) => <DateTime value={last_at} />,
        },
      ]}
    />
  );
}
