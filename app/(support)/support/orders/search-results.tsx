"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/workspace";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { queryFor } from "@/lib/api-client";
import type { FoundEverywhere } from "@/lib/contracts/support";
import { pageHref } from "@/lib/pages/page-href";

/** A search has so many characters, as its contract says. */
const LEAST = 2;

/** What the search of the address finds: orders, accounts, or whose call it is. */
export function SearchResults() {
  const t = useTranslations("support.search");
  const { where } = useSupport();
  const q = useSearchParams().get("q")?.trim() ?? "";
  const found = useQuery({
    ...queryFor("searchEverything", { q }, where),
    enabled: q.length >= LEAST,
    // Each search is recorded, so it is not repeated unasked.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (q.length < LEAST) return <EmptyState icon={Search} title={t("start")} description={t("startMeans")} />;
  if (found.isPending)
    return (
      <Section flush>
        <SkeletonRows />
      </Section>
    );
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { unprepared } = found.data;
  return (
    <div className="flex flex-col gap-4">
      {unprepared > 0 ? <p className="text-sm text-muted">{t("unprepared", { count: unprepared })}</p> : null}
      <Found q={q} found={found.data} />
    </div>
  );
}

function Found({ q, found }: { q: string; found: FoundEverywhere }) {
  const t = useTranslations("support.search");
  const { environment, href } = useSupport();
  const { accounts, call, orders } = found;
  if (found.kind === "request" && !call)
    return <EmptyState icon={SearchX} title={t("noCall")} description={t("noCallMeans")} />;
  if (!call && accounts.length + orders.length === 0)
    return <EmptyState icon={SearchX} title={t("none", { text: q })} description={t("noneMeans")} />;
  return (
    <div className="flex flex-col gap-4">
      {call ? (
        <Section title={t("call")}>
          <p>
            {t.rich("callOf", {
              account: () => (
                <TextLink href={href(`/accounts?q=${call.account_id}`)}>
                  {call.account_name} {call.account_id}
                </TextLink>
              ),
            })}
          </p>
        </Section>
      ) : null}
      {accounts.length > 0 ? (
        <Section title={t("accounts")}>
          <ul className="flex flex-col gap-2">
            {accounts.map(({ account_id, account_name }) => (
              <li key={account_id}>
                <TextLink href={href(`/accounts?q=${account_id}`)}>{account_name}</TextLink>{" "}
                <span className="text-muted">{account_id}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {orders.length > 0 ? (
        <Section title={t("orders")} description={found.has_more ? t("hasMore") : undefined} flush>
          <ListTable
            label={t("orders")}
            rows={orders}
            keyOf={({ order_id }) => order_id}
            opens="link"
            rowClass="card:grid-cols-[minmax(10rem,1fr)_minmax(0,auto)]"
            columns={[
              {
                key: "order",
                head: t("order"),
                place: "min-w-0",
                cell: (row) => (
                  <>
                    {/* A full page load: nothing of the merchant seen before may stay around it. */}
                    <a
                      href={pageHref(`/orders/${row.order_id}`, environment, row.account_id)}
                      data-row=""
                      className="font-semibold whitespace-nowrap text-accent tabular-nums underline-offset-4 hover:underline"
                    >
                      {row.order_id}
                    </a>
                    <span className="block break-all text-xs text-muted">
                      {[row.tracking_number, row.reference].filter(Boolean).join(" · ")}
                    </span>
                  </>
                ),
              },
              {
                key: "status",
                head: t("status"),
                place: "card:text-right",
                cell: ({ order_status }) => <StatusBadge status={order_status} />,
              },
              {
                key: "recipient",
                head: t("recipient"),
                place: "min-w-0 break-words",
                cell: ({ recipient_name }) => <bdi>{recipient_name}</bdi>,
              },
              {
                key: "merchant",
                head: t("merchant"),
                place: "min-w-0 break-words",
                cell: ({ account_name, account_id }) => (
                  <>
                    {account_name} <span className="text-xs text-muted">{account_id}</span>
                  </>
                ),
              },
              {
                key: "created",
                head: t("created"),
                place: "text-muted",
                cell: ({ create_time }) => <DateTime value={create_time} />,
              },
            ]}
          />
        </Section>
      ) : null}
    </div>
  );
}
