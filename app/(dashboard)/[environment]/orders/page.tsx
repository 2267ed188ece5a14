import { Plus, Printer } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Words } from "@/components/words";
import { keyOf, queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { listDrafts } from "@/lib/contracts/draft";
import { listOrders } from "@/lib/contracts/order";
import { countOrders } from "@/lib/contracts/order-counts";
import { countryNames } from "@/lib/country-names";
import { readListQuery } from "@/lib/list-query";
import { COLUMNS_COOKIE } from "@/lib/order-columns";
import { pageHref } from "@/lib/page-href";
import { paginationOf } from "@/lib/pagination";
import * as orders from "@/server/orders";
import { providersFor } from "@/server/page-providers";
import { DRAFTS } from "./list-tabs";
import { MerchantFilter } from "./merchant-filter-loader";
import { OrdersTable } from "./orders-table";
import { ordersContext } from "./page-parts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orderList"))("title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The order list: the URL is read by the operation's own schema, and what it asks for is there with the page. */
export default async function OrdersPage({ params, searchParams }: Props) {
  const { ctx, account, isStaff, language } = await ordersContext(params);
  const { query, wrong } = readListQuery(listOrders, await searchParams);
  const where = { environment: ctx.environment, accountId: isStaff ? account.id : null };
  const { limit, offset } = query;
  const isDrafts = query.status === DRAFTS;

  const [t, documents, providers, counts, listed, drafts, draftCount] = await Promise.all([
    getTranslations("orderList"),
    getTranslations("documents"),
    providersFor(ctx),
    orders.countOrders(ctx),
    isDrafts ? null : orders.listOrders(ctx, query),
    isDrafts ? orders.listDrafts(ctx, { limit, offset }) : null,
    orders.listDrafts(ctx, { limit: "1", offset: "0" }),
  ]);
  const answers: [readonly unknown[], unknown][] = [
    [[...keyOf(countOrders, where), {}], counts],
    [
      queryFor(listDrafts, { limit: "1" }, where).queryKey,
      { data: draftCount.rows, pagination: paginationOf(draftCount.total, { limit: "1", offset: "0" }) },
    ],
  ];
  if (listed)
    answers.push([
      queryFor(listOrders, query, where).queryKey,
      { data: listed.rows, pagination: paginationOf(listed.total, query) },
    ]);
  if (drafts)
    answers.push([
      queryFor(listDrafts, { limit, offset }, where).queryKey,
      { data: drafts.rows, pagination: paginationOf(drafts.total, query) },
    ]);

  return (
    <Words parts={["orderList", "orderActions", "documents", ...(isStaff ? (["support"] as const) : [])]}>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <LinkButton href={pageHref("/orders/print-jobs", ctx.environment, where.accountId)}>
              <Printer aria-hidden="true" />
              {documents("job.title")}
            </LinkButton>
            <LinkButton variant="primary" href={pageHref("/orders/new", ctx.environment, where.accountId)}>
              <Plus aria-hidden="true" />
              {t("newOrder")}
            </LinkButton>
          </>
        }
      />
      {isStaff ? <MerchantFilter /> : null}
      <Prefetched answers={answers}>
        <OrdersTable
          key={`${ctx.environment} ${account.id}`}
          query={query}
          wrong={wrong}
          columns={(await cookies()).get(COLUMNS_COOKIE)?.value ?? ""}
          providers={providers}
          countries={countryNames(language)}
          today={hongKongDate(new Date())}
        />
      </Prefetched>
    </Words>
  );
}
