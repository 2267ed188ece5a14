import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { countryNames } from "@/lib/addresses/country-names";
import { readOrderByPath } from "@/lib/contracts/order";
import type { AccountContext } from "@/server/context";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import * as pickPack from "@/server/pick-pack";
import { recordOf } from "../../order-record";
import { PickPackView } from "./pick-pack-view";
import { snapshotOf, snapshotQuery } from "./snapshot";

type Props = PageProps<"/[environment]/pick-pack/[orderId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("pickPack"))("pageTitle", { order: (await params).orderId }) };
}

/** An order that never came to the warehouse has no page here. */
async function pickPackOf(ctx: AccountContext, orderId: string) {
  return (await orNotFound(pickPack.readPickPackByPath(ctx, { order_id: orderId }))).order;
}

/** How far the warehouse is with an order, and the result. */
export default async function PickPackOrderPage({ params }: Props) {
  const { orderId } = await params;
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const record = await recordOf(ctx, orderId);
  const order = await pickPackOf(ctx, record.order_id);
  return (
    <Prefetched
      answers={[
        await prefetch(readOrderByPath, async () => record, { order_id: record.order_id }, ctx, where),
        [snapshotQuery(record.order_id, where).queryKey, snapshotOf(order, new Date())],
      ]}
    >
      <PickPackView key={record.order_id} orderId={record.order_id} countries={countryNames(ctx.language)} />
    </Prefetched>
  );
}
