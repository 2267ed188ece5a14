"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { PriceChanges } from "@/components/adjustments/price-changes";
import { usePlace } from "@/components/environment";
import { CancelNotice } from "@/components/orders/cancel-notice";
import { Notice } from "@/components/orders/notice";
import { useOrderActions } from "@/components/orders/order-actions";
import { ActPanel } from "@/components/support/act-panel";
import { ErrorState } from "@/components/ui/error-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { queryFor } from "@/lib/api-client";
import type { ListProvider } from "@/lib/lists/list-provider";
import { STUCK_STATUSES } from "@/lib/orders/status";
import { FactsStrip } from "./facts-strip";
import { History } from "./history";
import { Options } from "./options";
import { OrderHeader } from "./order-header";
import { Parcels } from "./parcels";
import { Party } from "./party";
import { PickPackBlock } from "./pick-pack-block";
import type { Collector } from "./pickup-editor";
import { OwnText } from "./remarks";
import { ServiceAndPrice } from "./service-and-price";
import { type Moves, Simulation } from "./simulation";
import { TellRecipient } from "./tell-recipient";
import { TrackingNumber } from "./tracking-number";

const WaysOut = lazy(() => lazyPart(() => import("./ways-out")));

/** The whole page of an order. Its data is refreshed silently whenever the reader comes back to it. */
export function OrderView({
  orderId,
  providers,
  collector,
  moves,
  countries,
  today,
}: {
  orderId: string;
  providers: readonly ListProvider[];
  /** The calendar of the service's courier; null where it does not collect. */
  collector: Collector | null;
  /** The moves that can be simulated; null in production. */
  moves: Moves | null;
  countries: Readonly<Record<string, string>>;
  /** Today in Hong Kong. */
  today: string;
}) {
  const { where, isStaff, may } = usePlace();
  const read = useQuery(queryFor("readOrderByPath", { order_id: orderId }, where));
  const actions = useOrderActions(new Map(providers.map((provider) => [provider.code, provider])));

  if (read.isPending)
    return (
      <LoadingRegion>
        <Skeleton className="h-7 w-64" />
        <Skeleton className="mt-6 h-96 w-full" />
      </LoadingRegion>
    );
  if (!read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  const order = read.data;
  const countryOf = (code: string | null) => (code ? (countries[code] ?? code) : null);
  const service = providers.find(({ code }) => code === order.shipping_provider)?.name ?? order.provider_name;
  const isIntl = order.ship_type === "intl";

  return (
    <>
      <OrderHeader order={order} actions={actions} />
      {read.isRefetchError ? (
        <StaleNotice className="mb-4 rounded-md" isFetching={read.isFetching} onRetry={() => void read.refetch()} />
      ) : null}
      <FactsStrip
        order={order}
        service={service}
        country={isIntl ? countryOf(order.recipient.country) : null}
        today={today}
      />
      <Notice order={order} />
      <CancelNotice order={order} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {STUCK_STATUSES.includes(order.order_status) && may("instructOrder") ? (
            <Suspense>
              <WaysOut order={order} />
            </Suspense>
          ) : null}
          {moves ? <Simulation order={order} moves={moves} /> : null}
          <History order={order} countryOf={countryOf} />
          <Parcels order={order} countryOf={countryOf} />
          <Options order={order} collector={collector} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {isStaff && may("correctOrder") ? <ActPanel order={order} actions={actions} /> : null}
          <PickPackBlock order={order} />
          <Party
            side="recipient"
            party={order.recipient}
            country={countryOf(isIntl ? order.recipient.country : "HK")}
            provider={order.shipping_provider}
          >
            <TellRecipient order={order} />
          </Party>
          <TrackingNumber number={order.tracking_number} />
          <ServiceAndPrice order={order} service={service} />
          <PriceChanges orderId={order.order_id} />
          <OwnText order={order} field="reference" />
          <OwnText order={order} field="client_remarks" />
          <Party side="sender" party={order.sender} country={countryOf(isIntl ? order.sender.country : "HK")} />
        </div>
      </div>
      {actions.dialogs}
    </>
  );
}
