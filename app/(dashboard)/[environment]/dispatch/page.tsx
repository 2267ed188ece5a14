import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LATE_PARTS } from "@/components/dispatch/late-queries";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { countryNames } from "@/lib/addresses/country-names";
import { hongKongDate, isRealDate } from "@/lib/calendar";
import { listHandOvers, readDispatch } from "@/lib/contracts/dispatch";
import { listOrders } from "@/lib/contracts/order";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as dispatch from "@/server/dispatch";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import { DispatchView } from "./dispatch-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dispatch"))("title") };
}

type Props = PageProps<"/[environment]/dispatch">;

/** What leaves on a day: collections, labels to print, parcels to scan out, lists for the couriers. */
export default async function DispatchPage({ params, searchParams }: Props) {
  const { ctx, account, where } = await openPage({ part: "dashboard", params });
  const { day: asked } = await searchParams;
  const today = hongKongDate(new Date());
  const named = typeof asked === "string" && isRealDate(asked) && asked !== today ? asked : null;
  const day = named ?? today;
  const [providers, ...answers] = await Promise.all([
    providersFor(ctx),
    prefetch(readDispatch, dispatch.readDispatch, { day }, ctx, where),
    prefetch(listHandOvers, dispatch.listHandOvers, { day, ...ALL_ROWS }, ctx, where),
    ...Object.values(LATE_PARTS).map(({ query }) => prefetch(listOrders, orders.listOrders, query, ctx, where)),
  ]);
  return (
    <PageMessages parts={["collections", "dispatch", "documents", "labelBatch", "orderBulk", "orderForm", "scanField"]}>
      <Prefetched answers={answers}>
        <DispatchView
          key={`${ctx.environment} ${account.id}`}
          named={named}
          today={today}
          providers={providers}
          countries={countryNames(ctx.language)}
        />
      </Prefetched>
    </PageMessages>
  );
}
