import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type Answers, Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listClients } from "@/lib/contracts/client";
import { listRequestErrors, listRequests, listSentEvents } from "@/lib/contracts/request";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as requestLog from "@/server/request-log";
import * as webhooks from "@/server/webhooks";
import { readLogView } from "./log-query";
import { RequestLog } from "./request-log";
import { callsQuery, errorsQuery, eventsOf } from "./requests-url";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers.requests"))("title") };
}

type Props = PageProps<"/[environment]/developers/requests">;

/** The calls of the account's programs, and the failed ones of its people. */
export default async function RequestsPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "developers", params });
  const view = readLogView(await searchParams);
  const { query } = view;
  const answers: Answers = [
    await prefetch(listClients, accounts.listClients, ALL_ROWS, ctx, where),
    query.tab
      ? await prefetch(listRequestErrors, requestLog.groupErrors, errorsQuery(query), ctx, where)
      : await prefetch(listRequests, requestLog.listCalls, callsQuery(query), ctx, where),
  ];
  if (query.q && !query.tab)
    answers.push(await prefetch(listSentEvents, webhooks.listSentEvents, eventsOf(query.q), ctx, where));
  const t = await getTranslations("developers.requests");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={answers}>
        <RequestLog key={ctx.environment} view={view} />
      </Prefetched>
    </>
  );
}
