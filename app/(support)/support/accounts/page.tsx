import { SearchX, Store } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "@/components/support/page-links";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { listAccounts } from "@/lib/contracts/account";
import { readListQuery } from "@/lib/list-query";
import { supportHref } from "@/lib/page-href";
import { supportContext } from "@/server/page-context";
import * as support from "@/server/support";
import { AccountRows } from "./account-rows";
import { AccountSearch } from "./account-search";
import { OpenAccount } from "./open-account";
import { StateTabs } from "./state-tabs";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support"))("title") };
}

/** The merchants, and the ways to their pages. */
export default async function AccountsPage({ searchParams }: PageProps<"/support/accounts">) {
  const raw = await searchParams;
  const { ctx } = await supportContext("listAccounts");
  const { environment } = ctx;
  const t = await getTranslations("support");
  const { query } = readListQuery(listAccounts, { ...raw, limit: "50" });
  const { rows, total } = await support.listAccounts(ctx, query);
  const { q: text = "", state, limit, offset } = query;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={<OpenAccount />} />
      <Section flush>
        <StateTabs current={state} q={text} />
        <div className="border-b border-line px-4 py-3">
          <AccountSearch value={text} state={state} />
        </div>
        {rows.length > 0 ? (
          <AccountRows rows={rows} />
        ) : (
          <EmptyState
            icon={text ? SearchX : Store}
            title={text ? t("none", { text }) : t(state ? "noneSo" : "noneAtAll")}
            actions={
              text || state ? <LinkButton href={supportHref("/accounts", environment)}>{t("clear")}</LinkButton> : null
            }
          />
        )}
        <PageLinks
          total={total}
          offset={Number(offset)}
          limit={Number(limit)}
          path="/support/accounts"
          query={{ q: text, state, environment }}
        />
      </Section>
    </>
  );
}
