import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { countryNames } from "@/lib/addresses/country-names";
import { hongKongDate } from "@/lib/calendar";
import { listAdjustments } from "@/lib/contracts/adjustment";
import { readOrderByPath } from "@/lib/contracts/order";
import { listPickPack } from "@/lib/contracts/pickpack";
import { readPrints } from "@/lib/contracts/print";
import { listSentEvents } from "@/lib/contracts/request";
import { listMessages } from "@/lib/contracts/thread";
import { canMove, ORDER_STATUSES, TRACKING_EVENT_NAMES, TRACKING_EVENTS } from "@/lib/orders/status";
import { THREAD_LIMIT } from "@/lib/orders/thread";
import * as carriers from "@/server/carriers";
import * as documents from "@/server/documents";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as pickPack from "@/server/pick-pack";
import * as webhooks from "@/server/webhooks";
import { recordOf } from "../../order-record";
import { OrderView } from "./order-view";
import { webhooksOf } from "./queries";
import type { Moves } from "./simulation";

type Props = PageProps<"/[environment]/orders/[orderId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("orderPage"))("title", { order: (await params).orderId }) };
}

/** The table of legal moves in the form that the simulation needs. */
function movesOfTesting(): Moves {
  const scans = TRACKING_EVENT_NAMES.filter((event) => event !== "order.created");
  const from = (status: (typeof ORDER_STATUSES)[number]) =>
    scans.map((event) => ({ event, to: TRACKING_EVENTS[event].status })).filter(({ to }) => canMove(status, to));
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, from(status)]));
}

/** One order with everything known about it and every action on it. */
export default async function OrderPage({ params }: Props) {
  const { orderId } = await params;
  const { ctx, account, where, may } = await openPage({ part: "dashboard", params });
  const record = await recordOf(ctx, orderId);
  const id = { order_id: record.order_id };
  const [rows, ...answers] = await Promise.all([
    carriers.listProviders(ctx, { ship_type: record.ship_type }),
    prefetch(readOrderByPath, async () => record, id, ctx, where),
    prefetch(readPrints, documents.readPrints, id, ctx, where),
    prefetch(listAdjustments, orders.listAdjustments, { ...id, limit: "100" }, ctx, where),
    prefetch(listMessages, orders.listMessages, { ...id, limit: THREAD_LIMIT }, ctx, where),
    ...(!may("listSentEvents")
      ? []
      : [prefetch(listSentEvents, webhooks.listSentEvents, webhooksOf(record.order_id), ctx, where)]),
    ...(account.pickPack ? [prefetch(listPickPack, pickPack.listPickPack, { q: record.order_id }, ctx, where)] : []),
  ]);
  const collector = rows.find(({ code }) => code === record.shipping_provider)?.services ?? null;
  return (
    <Prefetched answers={answers}>
      <OrderView
        key={record.order_id}
        orderId={record.order_id}
        providers={await providersFor(ctx)}
        collector={collector?.supports_pickup_arrange ? collector : null}
        moves={ctx.environment === "testing" ? movesOfTesting() : null}
        countries={countryNames(ctx.language)}
        today={hongKongDate(new Date())}
      />
    </Prefetched>
  );
}
