"use client";

import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { buttonStyles } from "@/components/ui/button";
import { CalendarDate } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import { type AccountRow, MOST_RECENT } from "@/lib/contracts/account";
import { ENVIRONMENTS } from "@/lib/environment";
import { formatNumber } from "@/lib/format";
import { pageHref } from "@/lib/pages/page-href";
import { AccountStateBadge } from "./account-state";

/** A number of orders that was counted up to a limit. */
export function orderCount(count: number): string {
  return count >= MOST_RECENT ? `${formatNumber(MOST_RECENT)}+` : formatNumber(count);
}

/** The merchants, each with its own page and with links to its orders in both environments; Enter opens the first. */
export function AccountRows({ rows, isBusy }: { rows: readonly AccountRow[]; isBusy: boolean }) {
  const t = useTranslations("support");
  const tEnvironments = useTranslations("shell.environments");
  const { href } = useSupport();
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ account_id }) => account_id}
      opens="link"
      isBusy={isBusy}
      rowClass="h-13 card:grid-cols-[minmax(0,1fr)_auto]"
      columns={[
        {
          key: "merchant",
          head: t("merchant"),
          place: "min-w-48 card:min-w-0",
          cell: ({ name, account_id }) => (
            <>
              <TextLink data-row="" href={href(`/accounts/${account_id}`)} className="text-text">
                {name}
              </TextLink>
              <span className="block text-xs text-muted">{account_id}</span>
            </>
          ),
        },
        {
          key: "state",
          head: t("state"),
          cell: (account) => (
            <span className="flex flex-wrap gap-1 card:justify-end">
              <AccountStateBadge state={account.state} />
              {account.pick_pack ? <Badge>{t("pickPack")}</Badge> : null}
            </span>
          ),
        },
        {
          key: "recent",
          head: t("recent"),
          align: "end",
          isNamed: true,
          place: "tabular-nums whitespace-nowrap card:text-left",
          cell: ({ recent_orders }) => orderCount(recent_orders ?? 0),
        },
        {
          key: "since",
          head: t("since"),
          isNamed: true,
          place: "whitespace-nowrap text-muted",
          cell: ({ create_time }) => <CalendarDate date={create_time.slice(0, 10)} />,
        },
        {
          key: "open",
          head: t("open"),
          align: "end",
          place: "card:col-span-2",
          cell: (account) => (
            <span className="inline-flex gap-2">
              {ENVIRONMENTS.toReversed().map((environment) => (
                // A full page load: nothing of the merchant seen before may stay around it.
                <a
                  key={environment}
                  href={pageHref("/orders", environment, account.account_id)}
                  aria-label={t("openIn", { name: account.name, environment: tEnvironments(environment) })}
                  className={buttonStyles({ size: "sm" })}
                >
                  {tEnvironments(environment)}
                </a>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
