import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { readOrderByPath } from "@/lib/contracts/order";
import { type ListPickPackQuery, listPickPack } from "@/lib/contracts/pickpack";
import { readPrints } from "@/lib/contracts/print";
import { countryNames } from "@/lib/country-names";
import { canMove, ORDER_STATUSES, TRACKING_EVENT_NAMES, TRACKING_EVENTS } from "@/lib/order-status";
import { paginationOf } from "@/lib/pagination";
import * as carriers from "@/server/carriers";
import * as documents from "@/server/documents";
import { env } from "@/server/env";
import { providersFor } from "@/server/page-providers";
import * as pickPack from "@/server/pick-pack";
import { ordersContext } from "../page-parts";
import { OrderView } from "./order-view";
import { recordOf } from "./record";
import type { Moves } from "./simulation";

type Props = { params: Promise<{ environment: string; orderId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("orderPage"))("title", { order: (await params).orderId }) };
}

/** The table of legal moves as the simulation needs it. */
function movesOfTesting(): Moves {
  const scans = TRACKING_EVENT_NAMES.filter((event) => event !== "order.created");
  const from = (status: (typeof ORDER_STATUSES)[number]) =>
    scans.map((event) => ({ event, to: TRACKING_EVENTS[event].status })).filter(({ to }) => canMove(status, to));
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, from(status)]));
}

/** One order with all that is known of it and all that can be done with it. */
export default async function OrderPage({ params }: Props) {
  const { orderId } = await params;
  const { ctx, account, isStaff, language } = await ordersContext(params);
  const record = await recordOf(ctx, orderId);
  const where = { environment: ctx.environment, accountId: isStaff ? account.id : null };
  const inWarehouse: ListPickPackQuery = { q: record.order_id, sort: "-request_datetime", limit: "20", offset: "0" };
  const packed = account.pickPack ? await pickPack.listPickPack(ctx, inWarehouse) : null;
  const rows = await carriers.listProviders(ctx, { ship_type: record.ship_type });
  const collector = rows.find(({ code }) => code === record.shipping_provider)?.services ?? null;
  return (
    <Prefetched
      answers={[
        [queryFor(readOrderByPath, { order_id: record.order_id }, where).queryKey, record],
        [queryFor(readPrints, { order_id: record.order_id }, where).queryKey, await documents.readPrints(ctx, record)],
        ...(packed
          ? [
              [
                queryFor(listPickPack, { q: record.order_id }, where).queryKey,
                { data: packed.rows, pagination: paginationOf(packed.total, inWarehouse) },
              ] as const,
            ]
          : []),
      ]}
    >
      <OrderView
        key={record.order_id}
        orderId={record.order_id}
        providers={await providersFor(ctx)}
        collector={collector?.supports_pickup_arrange ? collector : null}
        moves={ctx.environment === "testing" ? movesOfTesting() : null}
        countries={countryNames(language)}
        trackUrl={`${env().appUrl}/track/`}
      />
    </Prefetched>
  );
}
