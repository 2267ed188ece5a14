import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listAccounts } from "@/lib/contracts/account";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as support from "@/server/support";
import { AccountList } from "./account-list";
import { OpenAccount } from "./open-account";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support"))("title") };
}

/** The merchants, and the ways to their pages. */
export default async function AccountsPage({ searchParams }: PageProps<"/support/accounts">) {
  const { ctx } = await openPage({ part: "support", shows: "listAccounts" });
  const view = readListQuery(listAccounts, await searchParams, { limit: "50" });
  const where = { environment: ctx.environment, accountId: null };
  const t = await getTranslations("support");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={<OpenAccount />} />
      <Prefetched answers={[await prefetch(listAccounts, support.listAccounts, view.query, ctx, where)]}>
        <AccountList key={ctx.environment} view={view} />
      </Prefetched>
    </>
  );
}
