import { Plus, Upload } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { countryNames } from "@/lib/addresses/country-names";
import { hongKongDate } from "@/lib/calendar";
import { listDrafts } from "@/lib/contracts/draft";
import { listOrders } from "@/lib/contracts/order";
import { countOrders } from "@/lib/contracts/order-counts";
import { listViews } from "@/lib/contracts/view";
import { COOKIES } from "@/lib/cookies";
import { readListQuery } from "@/lib/lists/list-query";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { pageHref } from "@/lib/pages/page-href";
import * as orders from "@/server/orders";
import { pageChoice } from "@/server/pages/choice";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import { filtersOf } from "./list/list-filters";
import { DRAFTS } from "./list/list-tabs";
import MerchantFilter from "./list/merchant-filter";
import { OrdersTable } from "./list/orders-table";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orderList"))("title") };
}

type Props = PageProps<"/[environment]/orders">;

/** The order list: the operation's own schema reads the URL, and the rows come with the page. */
export default async function OrdersPage({ params, searchParams }: Props) {
  const { ctx, account, where, isStaff, may } = await openPage({ part: "dashboard", params });
  const view = readListQuery(listOrders, await searchParams);
  const { query } = view;
  const { limit, offset } = query;
  const page = { limit, offset };
  const isDrafts = query.status === DRAFTS;
  const [t, providers, shown, ...others] = await Promise.all([
    getTranslations("orderList"),
    providersFor(ctx),
    isDrafts
      ? prefetch(listDrafts, orders.listDrafts, page, ctx, where)
      : prefetch(listOrders, orders.listOrders, query, ctx, where),
    prefetch(countOrders, orders.countOrders, filtersOf(query), ctx, where),
    prefetch(listDrafts, orders.listDrafts, { limit: "1" }, ctx, where),
    ...(may("listViews") ? [prefetch(listViews, orders.listViews, ALL_ROWS, ctx, where)] : []),
  ]);
  const countries = shown[1].data.flatMap((row) => ("recipient_country" in row ? [row.recipient_country] : []));

  return (
    <PageMessages
      parts={["orderList", "orderActions", "documents", "drafts", ...(isStaff ? (["support"] as const) : [])]}
    >
      <PageHeader
        title={t("title")}
        actions={
          <>
            {may("createImport") ? (
              <LinkButton href={pageHref("/orders/import", ctx.environment, where.accountId)}>
                <Upload aria-hidden="true" />
                {t("import")}
              </LinkButton>
            ) : null}
            {may("createOrder") ? (
              <LinkButton variant="primary" href={pageHref("/orders/new", ctx.environment, where.accountId)}>
                <Plus aria-hidden="true" />
                {t("newOrder")}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {isStaff ? <MerchantFilter /> : null}
      <Prefetched answers={[shown, ...others]}>
        <OrdersTable
          key={`${ctx.environment} ${account.id}`}
          view={view}
          columns={(await pageChoice(COOKIES.columns)) ?? ""}
          providers={providers}
          countries={countryNames(ctx.language, countries)}
          today={hongKongDate(new Date())}
        />
      </Prefetched>
    </PageMessages>
  );
}
