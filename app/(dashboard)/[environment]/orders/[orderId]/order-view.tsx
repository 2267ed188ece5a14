"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail, MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Notice } from "@/app/(dashboard)/[environment]/orders/[orderId]/notice";
import { PriceChanges } from "@/components/adjustments/price-changes";
import { useWorkspace } from "@/components/environment";
import { CancelNotice } from "@/components/orders/cancel-notice";
import { type ActionOrder, useInWarehouse } from "@/components/orders/in-warehouse";
import { useOrderActions } from "@/components/orders/order-actions";
import { useRecipientLinks } from "@/components/orders/recipient-links";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { ActPanel } from "@/components/support/act-panel";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import { STUCK_STATUSES } from "@/lib/orders/status";
import { FactsStrip } from "./facts-strip";
import { History } from "./history";
import { Options } from "./options";
import { OrderHeader } from "./order-header";
import { Parcels } from "./parcels";
import { Party } from "./party";
import type { Collector } from "./pickup-editor";
import { OwnText } from "./remarks";
import { ServiceAndPrice } from "./service-and-price";
import { type Moves, Simulation } from "./simulation";
import { Tags } from "./tags";

const DeliveryInstructions = lazy(() => lazyPart(() => import("./delivery-instructions")));

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
  const { where, isStaff, may } = useWorkspace();
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
              <DeliveryInstructions order={order} />
            </Suspense>
          ) : null}
          {moves ? <Simulation order={order} moves={moves} /> : null}
          <History order={order} providers={providers} countryOf={countryOf} />
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
          <Tags order={order} />
          <OwnText order={order} field="reference" />
          <OwnText order={order} field="client_remarks" />
          <Party side="sender" party={order.sender} country={countryOf(isIntl ? order.sender.country : "HK")} />
        </div>
      </div>
      {actions.dialogs}
    </>
  );
}

/** How far the warehouse is with the order, and a link to its page there; nothing if it never came there. */
export function PickPackBlock({ order }: { order: ActionOrder }) {
  const t = useTranslations("pickPack");
  const { href } = useWorkspace();
  const row = useInWarehouse(order);
  if (!row) return null;
  return (
    <Section title={t("block.title")} actions={<PickPackBadge status={row.status} />}>
      {row.is_cancel_requested === "Y" ? <p className="mb-1 text-warn">{t("cancelAsked")}</p> : null}
      {row.short === "Y" ? <p className="mb-1 font-semibold text-warn">{t("short.tag")}</p> : null}
      {row.reject_type ? <p className="mb-1 text-muted">{t(`rejectTypes.${row.reject_type}`)}</p> : null}
      <TextLink href={href(`/pick-pack/${order.order_id}`)} prefetch={false}>
        {t("block.open")}
      </TextLink>
    </Section>
  );
}

const LINK = "flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent [&_svg]:size-4";

/** A message to the person who waits for the parcel: copied, or begun in WhatsApp or as an e-mail. */
function TellRecipient({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderActions.tell");
  const links = useRecipientLinks()(order);
  if (!links) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3">
      <CopyButton text={links.text} what={t("what")} label={t("copy")} size="sm" className="-ml-2" />
      <a className={LINK} href={links.whatsApp} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" />
        {t("whatsApp")}
      </a>
      {links.mail ? (
        <a className={LINK} href={links.mail}>
          <Mail aria-hidden="true" />
          {t("mail")}
        </a>
      ) : null}
    </p>
  );
}

/** The tracking number, and the page behind it that the recipient can see. */
function TrackingNumber({ number }: { number: string | null }) {
  const { trackUrl } = useWorkspace();
  const t = useTranslations("orderPage.tracking");
  return (
    <Section
      title={t("number")}
      actions={
        number ? (
          <span className="-mr-2 flex items-center gap-1">
            <span className="font-mono">{number}</span>
            <CopyButton text={number} what={t("number")} size="icon-sm" className="-my-1.5 text-muted" />
          </span>
        ) : null
      }
    >
      {number ? (
        <p className="flex items-center gap-1">
          {/* Outside the dashboard. */}
          <TextLink href={`/track/${number}`} prefetch={false} target="_blank">
            {t("publicOpen")}
          </TextLink>
          {trackUrl ? (
            <CopyButton text={trackUrl + number} what={t("publicLink")} size="icon-sm" className="-my-1.5 text-muted" />
          ) : null}
        </p>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
    </Section>
  );
}
