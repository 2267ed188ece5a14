import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ownPath } from "@/lib/pages/own-path";
import { pageHref, supportHref } from "@/lib/pages/page-href";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { VisitQuestion } from "./visit-question";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell.visit"))("ask") };
}

type Props = PageProps<"/support/visit">;

/** Asks support why they look at a merchant, and then leads to the page where they were going. */
export default async function VisitPage({ searchParams }: Props) {
  const { ctx } = await openPage({ part: "support", shows: "startVisit" });
  const { account, next } = await searchParams;
  const { rows } = await accounts.findMerchants(ctx, { q: String(account ?? ""), limit: "100", offset: "0" });
  const found = rows.find(({ account_id }) => account_id === account);
  if (!found) redirect(supportHref("/accounts", ctx.environment));
  const t = await getTranslations("shell.visit");
  const where = { environment: ctx.environment, accountId: found.account_id };
  const orders = pageHref("/orders", ctx.environment, found.account_id);
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t("title", { account: found.name })} description={t("about", { account: found.account_id })} />
      <Section>
        <VisitQuestion where={where} next={ownPath(typeof next === "string" ? next : null) ?? orders} />
      </Section>
    </div>
  );
}
