"use client";

import { useQuery } from "@tanstack/react-query";
import { PrintLog } from "@/components/documents/print-log";
import { usePlace } from "@/components/environment";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { READ_ORDER } from "../operations";
import { useOrderActions } from "../order-actions";
import { CancelNotice } from "./cancel-notice";
import { Dates } from "./dates";
import { Notice } from "./notice";
import { Options } from "./options";
import { OrderHeader } from "./order-header";
import { Parcels } from "./parcels";
import { Party } from "./party";
import { PickPackBlock } from "./pick-pack-block";
import type { Collector } from "./pickup-editor";
import { Remarks } from "./remarks";
import { ServiceAndPrice } from "./service-and-price";
import { type Moves, Simulation } from "./simulation";
import { Tracking } from "./tracking";

/** The whole page of an order. What was read with the page is refreshed quietly whenever somebody comes back to it. */
export function OrderView({
  orderId,
  providers,
  collector,
  moves,
  countries,
  trackUrl,
}: {
  orderId: string;
  providers: readonly ListProvider[];
  /** The calendar of the service's courier; null where it does not collect. */
  collector: Collector | null;
  /** What can be simulated; null in production. */
  moves: Moves | null;
  countries: Readonly<Record<string, string>>;
  /** What the address of a public tracking page begins with. */
  trackUrl: string;
}) {
  const { where } = usePlace();
  const read = useQuery(lazyQueryFor(READ_ORDER, { order_id: orderId }, where));
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
      <Notice order={order} />
      <CancelNotice order={order} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Tracking order={order} countryOf={countryOf} trackUrl={trackUrl} />
          {moves ? <Simulation order={order} moves={moves} /> : null}
          <Parcels order={order} countryOf={countryOf} />
          <Options order={order} collector={collector} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PickPackBlock order={order} />
          <Party
            side="recipient"
            party={order.recipient}
            country={countryOf(isIntl ? order.recipient.country : "HK")}
          />
          <ServiceAndPrice order={order} service={service} />
          <Remarks order={order} />
          <Party side="sender" party={order.sender} country={countryOf(isIntl ? order.sender.country : "HK")} />
          <Dates order={order} />
          <PrintLog orderId={order.order_id} />
        </div>
      </div>
      {actions.dialogs}
    </>
  );
}
