import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listAudit } from "@/lib/contracts/audit";
import { OPERATION_NAMES } from "@/lib/i18n/operation-names";
import { readListQuery } from "@/lib/lists/list-query";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { AuditList } from "./audit-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.audit"))("title") };
}

/** The audit log of one environment, production unless the address says otherwise. */
export default async function AuditPage({ searchParams }: PageProps<"/support/audit">) {
  const { ctx } = await openPage({ part: "support", shows: "listAudit" });
  const view = readListQuery(listAudit, await searchParams, { limit: "50" });
  const where = { environment: ctx.environment, accountId: null };
  const operations = Object.entries(OPERATION_NAMES)
    .map(([id, names]) => [id, names[ctx.language]] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, ctx.language));
  return (
    <Prefetched answers={[await prefetch(listAudit, accounts.listAudit, view.query, ctx, where)]}>
      <AuditList key={ctx.environment} view={view} operations={Object.fromEntries(operations)} />
    </Prefetched>
  );
}
