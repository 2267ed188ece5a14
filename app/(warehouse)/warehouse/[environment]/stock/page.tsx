import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listAccounts } from "@/lib/contracts/account";
import { listProducts } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/lists/list-query";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { listAnswers } from "@/server/pages/products";
import * as support from "@/server/support";
import { MerchantChoice } from "./merchant-choice";
import { StockList } from "./stock-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("staff.title") };
}

type Props = PageProps<"/warehouse/[environment]/stock">;

/** The stock of the merchant in the address; without one, a merchant is chosen first. */
export default async function StockPage({ params, searchParams }: Props) {
  const { ctx } = await openPage({ part: "warehouse", params });
  const t = await getTranslations("products.staff");
  if (ctx.account === null) {
    const merchants = await prefetch(listAccounts, support.listAccounts, ALL_ROWS, ctx, {
      environment: ctx.environment,
      accountId: null,
    });
    return (
      <>
        <PageHeader title={t("title")} description={t("choose")} />
        <Prefetched answers={[merchants]}>
          <MerchantChoice chosen={null} />
        </Prefetched>
      </>
    );
  }

  const view = readListQuery(listProducts, await searchParams);
  const { id, name } = ctx.account;
  const where = { environment: ctx.environment, accountId: id };
  const { answers } = await listAnswers(ctx, view.query, where);
  const account = { id, name };
  return (
    <>
      <PageHeader title={t("of", { name })} description={t("about")} />
      <Prefetched answers={answers}>
        <MerchantChoice chosen={account} />
        <StockList key={`${ctx.environment} ${id}`} account={account} view={view} />
      </Prefetched>
    </>
  );
}
