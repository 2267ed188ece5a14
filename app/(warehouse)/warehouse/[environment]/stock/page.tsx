import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { queryFor } from "@/lib/api-client";
import { listAccounts } from "@/lib/contracts/account";
import { listProducts } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/list-query";
import { paginationOf } from "@/lib/pagination";
import * as accounts from "@/server/accounts";
import { warehouseContext } from "@/server/page-context";
import { listAnswers } from "@/server/page-products";
import { MerchantChoice } from "./merchant-choice";
import { MERCHANTS } from "./merchants";
import { StockList } from "./stock-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("staff.title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The stock of one merchant, whom the address names; without one the merchant is chosen first. */
export default async function StockPage({ params, searchParams }: Props) {
  const { ctx, accountId } = await warehouseContext((await params).environment);
  const t = await getTranslations("products.staff");
  if (accountId === null) {
    const merchants = await accounts.listAccounts(ctx, { ...MERCHANTS, offset: "0" });
    return (
      <>
        <PageHeader title={t("title")} description={t("choose")} />
        <Prefetched
          answers={[
            [
              queryFor(listAccounts, MERCHANTS, { environment: ctx.environment, accountId: null }).queryKey,
              { data: merchants.rows, pagination: paginationOf(merchants.total, { ...MERCHANTS, offset: "0" }) },
            ],
          ]}
        >
          <MerchantChoice chosen={null} />
        </Prefetched>
      </>
    );
  }

  const { query, wrong } = readListQuery(listProducts, await searchParams);
  const where = { environment: ctx.environment, accountId };
  const { answers } = await listAnswers(ctx, query, where);
  const account = { id: accountId, name: ctx.account.name };
  return (
    <>
      <PageHeader title={t("of", { name: account.name })} description={t("about")} />
      <Prefetched answers={answers}>
        <MerchantChoice chosen={account} />
        <StockList key={`${ctx.environment} ${accountId}`} account={account} query={query} isWrong={wrong.length > 0} />
      </Prefetched>
    </>
  );
}
