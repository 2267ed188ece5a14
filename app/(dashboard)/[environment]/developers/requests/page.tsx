import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type Answers, Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listClients } from "@/lib/contracts/client";
import { listRequestErrors, listRequests, listSentEvents } from "@/lib/contracts/request";
import { type RawQuery, readListQuery } from "@/lib/list-query";
import * as accounts from "@/server/accounts";
import { prefetch } from "@/server/page-prefetch";
import * as requestLog from "@/server/request-log";
import * as webhooks from "@/server/webhooks";
import { CLIENTS } from "../client-query";
import { developersContext } from "../page-parts";
import { RequestLog } from "./request-log";
import { callsQuery, errorsQuery, eventsOf, type LogView } from "./requests-url";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers.requests"))("title") };
}

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<RawQuery> };

/** The calls of the account's programs, and the failed ones of its people. */
export default async function RequestsPage({ params, searchParams }: Props) {
  const { ctx, where } = await developersContext(params);
  const raw = await searchParams;
  const { query, wrong } = readListQuery(listRequests, raw);
  const request = typeof raw.request === "string" && /^\w{1,60}$/.test(raw.request) ? raw.request : undefined;
  const view: LogView = {
    ...query,
    ...(raw.tab === "errors" ? { tab: raw.tab } : {}),
    ...(request ? { request } : {}),
  };
  const answers: Answers = [
    await prefetch(listClients, accounts.listClients, CLIENTS, ctx, where),
    view.tab
      ? await prefetch(listRequestErrors, requestLog.groupErrors, errorsQuery(view), ctx, where)
      : await prefetch(listRequests, requestLog.listCalls, callsQuery(view), ctx, where),
  ];
  if (view.q && !view.tab)
    answers.push(await prefetch(listSentEvents, webhooks.listSentEvents, eventsOf(view.q), ctx, where));
  const t = await getTranslations("developers.requests");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={answers}>
        <RequestLog key={ctx.environment} view={view} isWrong={wrong.length > 0} />
      </Prefetched>
    </>
  );
}
