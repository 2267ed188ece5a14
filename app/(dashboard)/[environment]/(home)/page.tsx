import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CollectionStrip } from "@/components/dispatch/collection-strip";
import { LateAndStuck } from "@/components/dispatch/late-and-stuck";
import { LATE_PARTS } from "@/components/dispatch/late-queries";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { EndpointsNotice } from "@/components/webhooks/endpoints-notice";
import { countryNames } from "@/lib/addresses/country-names";
import { listOrders } from "@/lib/contracts/order";
import { listWebhooks } from "@/lib/contracts/webhook";
import { type Collection, collectionsOf, isToPrint, summaryOf } from "@/lib/dispatch";
import { formatDate } from "@/lib/format";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { TO_PRINT } from "@/lib/orders/status";
import { pageHref } from "@/lib/pages/page-href";
import { stepsTaken } from "@/server/accounts";
import type { AccountContext } from "@/server/context";
import * as dispatch from "@/server/dispatch";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as webhooks from "@/server/webhooks";
import { Figures } from "./figures";
import { FirstSteps } from "./first-steps";
import { GettingStarted } from "./getting-started";
import { RecentOrders } from "./recent-orders";
import { Todo } from "./todo";
import { warehouseCounts } from "./warehouse-counts";

const RECENT = 8;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("home"))("title") };
}

/** Which first steps are done, until all are or the person has hidden them. */
async function stepsOf(
  ctx: AccountContext,
  count: number,
  endpoints: Awaited<ReturnType<typeof prefetch<typeof listWebhooks>>> | null,
) {
  const { isHidden, ...own } = await stepsTaken(ctx);
  if (isHidden) return null;
  const { local, intl } = await orders.readDefaults(ctx);
  const done = {
    ...own,
    sender: Boolean(local.sender ?? intl.sender),
    order: count > 0,
    webhook: (endpoints?.[1].pagination.total ?? 0) > 0,
  };
  return Object.values(done).every(Boolean) ? null : done;
}

function ordersToBook(collections: readonly Collection[]): number {
  const toBook = collections.filter(({ kind }) => kind === "UNBOOKED" || kind === "MISSED");
  return toBook.flatMap(({ orders }) => orders).length;
}

/** What needs doing today. */
export default async function HomePage({ params }: PageProps<"/[environment]">) {
  const { ctx, account, where, isStaff, may } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("home");
  const [{ by_status }, unprinted, recent, today, providers, warehouse, endpoints, ...late] = await Promise.all([
    orders.countOrders(ctx),
    account.pickPack ? null : orders.listOrders(ctx, { ...TO_PRINT, limit: "1", offset: "0", sort: "-create_time" }),
    orders.listOrders(ctx, { limit: String(RECENT), offset: "0", sort: "-create_time" }),
    dispatch.readDispatch(ctx, {}),
    providersFor(ctx),
    account.pickPack ? warehouseCounts(ctx) : null,
    // Staff do not see it, so that their look is not written to the merchant's audit log as one.
    isStaff ? null : prefetch(listWebhooks, webhooks.listWebhooks, ALL_ROWS, ctx, where),
    ...Object.values(LATE_PARTS).map(({ query }) => prefetch(listOrders, orders.listOrders, query, ctx, where)),
  ]);
  const collections = collectionsOf(today.order_list, today.day);
  const steps = may("hideFirstSteps") ? await stepsOf(ctx, recent.total, endpoints) : null;
  const href = (path: string) => pageHref(path, ctx.environment, where.accountId);
  const isNew = recent.total === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={formatDate(today.day, ctx.language, { weekday: true })}
        actions={
          isNew || !may("createOrder") ? null : (
            <LinkButton variant="primary" href={href("/orders/new")}>
              <Plus aria-hidden="true" />
              {t("newOrder")}
            </LinkButton>
          )
        }
      />
      {steps ? (
        <PageMessages parts={["home"]}>
          <GettingStarted done={steps} />
        </PageMessages>
      ) : null}
      {isNew ? (
        <FirstSteps
          environment={ctx.environment}
          href={href}
          testingHref={pageHref("/", "testing", where.accountId)}
          mayCreate={may("createOrder")}
        />
      ) : (
        <div className="flex flex-col gap-6">
          <Todo
            counts={by_status}
            toPrint={unprinted?.total ?? today.order_list.filter(isToPrint).length}
            toBook={ordersToBook(collections)}
            warehouse={warehouse}
            href={href}
          />
          <PageMessages parts={["collections", "home"]}>
            <CollectionStrip collections={collections.map(summaryOf)} providers={providers} isToday />
            {endpoints ? (
              <Prefetched answers={[endpoints]}>
                <EndpointsNotice />
              </Prefetched>
            ) : null}
            <Prefetched answers={late}>
              <LateAndStuck />
            </Prefetched>
            <Figures providers={providers} countries={countryNames(ctx.language)} />
            <RecentOrders rows={recent.rows} />
          </PageMessages>
        </div>
      )}
    </>
  );
}
