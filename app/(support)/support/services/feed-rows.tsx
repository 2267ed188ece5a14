"use client";

import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/workspace";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import type { Feed } from "@/lib/contracts/services";
import { formatNumber } from "@/lib/format";
import { FeedStatusBadge } from "./feed-status";

const FIGURES = ["opens", "moves", "closes", "same", "told"] as const;

/** Lists of pickup points with what each changes; a row opens its page. */
export function FeedRows({ rows }: { rows: readonly Feed[] }) {
  const t = useTranslations("support.services.lists");
  const { href } = useSupport();
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      opens="link"
      cards="wide"
      rowClass="card:grid-cols-2"
      columns={[
        {
          key: "time",
          head: t("time"),
          place: "card:col-span-2",
          cell: (feed) => (
            <>
              <TextLink href={href(`/services/lists/${feed.id}`)} data-row="">
                <DateTime value={feed.apply_time} />
              </TextLink>
              <span className="block text-xs text-muted">
                {feed.provider} · {feed.created_by}
              </span>
            </>
          ),
        },
        {
          key: "state",
          head: t("state"),
          width: 9,
          place: "card:col-span-2",
          cell: ({ status }) => <FeedStatusBadge status={status} />,
        },
        ...FIGURES.map((name) => ({
          key: name,
          head: t(name),
          width: name === "told" ? 9 : 6,
          align: "end" as const,
          isNamed: true,
          place: "tabular-nums card:text-left",
          cell: (feed: Feed) => formatNumber(feed[name]),
        })),
      ]}
    />
  );
}
