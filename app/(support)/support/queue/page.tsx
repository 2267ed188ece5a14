import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type Answers, Prefetched } from "@/components/prefetched";
import { countCases, listCases, readCase } from "@/lib/contracts/case";
import { readListQuery } from "@/lib/lists/list-query";
import type { ListView } from "@/lib/lists/list-url";
import * as cases from "@/server/cases";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import { casesQuery, type QueueQuery } from "./queue-url";
import { QueueView } from "./queue-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.queue"))("title") };
}

/** What needs a person in support, the most urgent first, and the chosen case next to it. */
export default async function QueuePage({ searchParams }: PageProps<"/support/queue">) {
  const raw = await searchParams;
  const { ctx } = await openPage({ part: "support", shows: "listCases" });
  const where = { environment: ctx.environment, accountId: null };
  const listed = readListQuery(listCases, raw, { limit: "50" });
  const id = typeof raw.case === "string" && /^ca_\w{1,37}$/.test(raw.case) ? raw.case : undefined;
  const query: QueueQuery = { ...listed.query, ...(id ? { case: id } : {}) };
  const view: ListView<QueueQuery> = { ...listed, query, fields: [...listed.fields, "case"] };
  const answers: Answers = [
    await prefetch(listCases, cases.listCases, casesQuery(query), ctx, where),
    await prefetch(countCases, cases.countCases, query.account_id ? { account_id: query.account_id } : {}, ctx, where),
  ];
  if (id) answers.push(await orNotFound(prefetch(readCase, cases.readCase, { case_id: id }, ctx, where)));
  return (
    <Prefetched answers={answers}>
      <QueueView key={ctx.environment} view={view} />
    </Prefetched>
  );
}
