"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { WholeFeed } from "@/lib/contracts/services";
import { formatNumber } from "@/lib/format";
import { FeedChanges } from "../../feed-changes";
import { FeedStatusBadge } from "../../feed-status";

/** A list of pickup points with all that it changes; a planned one can be withdrawn. */
export function ListView({ id }: { id: string }) {
  const t = useTranslations("support.services.list");
  const { where, href } = useSupport();
  const { data, error, refetch } = useQuery({
    ...queryFor("readPickupFeed", { id }, where),
    refetchInterval: ({ state }) => (state.data?.status === "PLANNED" ? 15_000 : false),
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        back={<TextLink href={href("/services")}>{t("back")}</TextLink>}
        actions={data?.status === "PLANNED" ? <Withdraw id={id} /> : null}
      />
      {data ? (
        <div className="flex flex-col gap-4">
          <Summary feed={data} />
          <FeedChanges {...data} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion>
          <Skeleton className="w-64" />
        </LoadingRegion>
      )}
    </>
  );
}

function Summary({ feed }: { feed: WholeFeed }) {
  const t = useTranslations("support.services.list");
  const tLists = useTranslations("support.services.lists");
  const figures = (["opens", "moves", "closes", "same", "told"] as const).map((name) => ({
    name: tLists(name),
    value: <span className="tabular-nums">{formatNumber(feed[name])}</span>,
  }));
  return (
    <Section>
      <div className="grid gap-x-8 gap-y-1.5 md:grid-cols-2">
        <Facts
          items={[
            { name: tLists("state"), value: <FeedStatusBadge status={feed.status} /> },
            { name: t("provider"), value: feed.provider },
            { name: t("applyTime"), value: <DateTime value={feed.apply_time} /> },
            {
              name: t("given"),
              value: (
                <>
                  <DateTime value={feed.create_time} /> · {feed.created_by}
                </>
              ),
            },
            ...(feed.end_time
              ? [
                  {
                    name: t("ended"),
                    value: (
                      <>
                        <DateTime value={feed.end_time} /> · {feed.ended_by ?? t("byTime")}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <Facts items={figures} />
      </div>
      {feed.status === "REFUSED" ? <p className="mt-4 text-bad">{t("refused")}</p> : null}
    </Section>
  );
}

function Withdraw({ id }: { id: string }) {
  const t = useTranslations("support.services.list.withdraw");
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{t("open")}</Button>
      {isAsked ? (
        <ConfirmOperation
          operation="withdrawPickupFeed"
          input={{ id }}
          title={t("title")}
          description={t("about")}
          confirmLabel={t("open")}
          tone="danger"
          done={t("done")}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}
