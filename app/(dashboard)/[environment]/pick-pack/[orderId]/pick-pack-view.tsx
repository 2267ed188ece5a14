"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, OctagonX, Package, PackageOpen, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Banner } from "@/components/orders/banner";
import { CancelNotice } from "@/components/orders/cancel-notice";
import { CancelOrderDialog } from "@/components/orders/cancel-order-dialog";
import { useAllowed } from "@/components/orders/use-allowed";
import { Age } from "@/components/pick-pack/age";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { CalendarDate, DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { StatusBadge } from "@/components/ui/status-badge";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import { cancellationIn } from "@/lib/warehouse/pickpack-status";
import { Documents } from "./documents";
import { Parcels } from "./parcels";
import { Progress } from "./progress";
import { type PickPackSnapshot, snapshotQuery } from "./snapshot";

/** The whole page of a pick-and-pack order, refreshed silently whenever the reader comes back to it. */
export function PickPackView({ orderId, countries }: { orderId: string; countries: Readonly<Record<string, string>> }) {
  const { where } = useWorkspace();
  const [isCancelling, setIsCancelling] = useState(false);
  const reads = [
    useQuery(snapshotQuery(orderId, where)),
    useQuery(queryFor("readOrderByPath", { order_id: orderId }, where)),
  ] as const;
  const [{ data: pickPack }, { data: order }] = reads;
  const readAgain = () => void Promise.all(reads.map((read) => read.refetch()));

  if (!pickPack || !order) {
    const failed = reads.find(({ isError }) => isError);
    if (failed) return <ErrorState error={failed.error} onRetry={readAgain} />;
    return (
      <LoadingRegion>
        <Skeleton className="h-7 w-64" />
        <Skeleton className="mt-6 h-96 w-full" />
      </LoadingRegion>
    );
  }

  return (
    <>
      <Header pickPack={pickPack} order={order} onCancel={() => setIsCancelling(true)} />
      {reads.some(({ isRefetchError }) => isRefetchError) ? (
        <StaleNotice
          className="mb-4 rounded-md"
          isFetching={reads.some(({ isFetching }) => isFetching)}
          onRetry={readAgain}
        />
      ) : null}
      <Notice pickPack={pickPack} order={order} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Parcels pickPack={pickPack} order={order} countries={countries} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-first">
          <Summary pickPack={pickPack} order={order} />
          <Progress pickPack={pickPack} order={order} />
          <Pickup pickPack={pickPack} />
          <Documents pickPack={pickPack} order={order} />
        </div>
      </div>
      {isCancelling ? <CancelOrderDialog order={order} onClose={() => setIsCancelling(false)} /> : null}
    </>
  );
}

function Header({
  pickPack,
  order,
  onCancel,
}: {
  pickPack: PickPackSnapshot;
  order: OrderRecord;
  onCancel: () => void;
}) {
  const t = useTranslations("pickPack");
  const tActions = useTranslations("orderActions");
  const { href } = useWorkspace();
  const isRequest = cancellationIn(pickPack.status) === "REQUEST";
  const canCancel = useAllowed(order.available_actions).includes("cancel") && order.cancel_status !== "REQUESTED";
  return (
    <PageHeader
      back={<TextLink href={href("/pick-pack")}>← {t("title")}</TextLink>}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="whitespace-nowrap">{t("pageTitle", { order: order.order_id })}</span>
          <CopyButton text={order.order_id} what={t("columns.order")} size="icon-sm" className="-ml-1 text-muted" />
          <PickPackBadge status={pickPack.status} />
        </span>
      }
      actions={
        <>
          {canCancel ? (
            <Button onClick={onCancel}>
              <CircleX aria-hidden="true" />
              {tActions(isRequest ? "request" : "cancel")}
            </Button>
          ) : null}
          <LinkButton href={href(`/orders/${order.order_id}`)}>
            <Package aria-hidden="true" />
            {t("toOrder")}
          </LinkButton>
        </>
      }
    />
  );
}

/** The most important facts. */
function Summary({ pickPack, order }: { pickPack: PickPackSnapshot; order: OrderRecord }) {
  const t = useTranslations("pickPack.summary");
  return (
    <Section title={t("title")}>
      <Facts
        items={[
          { name: t("shipment"), value: <StatusBadge status={order.order_status} /> },
          // It waits until the courier has it or it is cancelled.
          ...(order.order_status === "READY_TO_SHIP"
            ? [{ name: t("age"), value: <Age minutes={pickPack.age_minutes} /> }]
            : []),
          { name: t("recipient"), value: order.recipient.name ?? "" },
          { name: t("service"), value: pickPack.courier_company },
          {
            name: t("tracking"),
            value: (
              <span className="flex items-center gap-1">
                <span className="font-mono">{pickPack.tracking_number}</span>
                <CopyButton
                  text={pickPack.tracking_number}
                  what={t("tracking")}
                  size="icon-sm"
                  className="-my-1.5 text-muted"
                />
              </span>
            ),
          },
          { name: t("updated"), value: <DateTime value={pickPack.update_datetime} /> },
        ]}
      />
    </Section>
  );
}

/**
 * What the reader must know first: it was rejected or cancelled, a cancellation was requested, it is to be repacked.
 */
function Notice({ pickPack, order }: { pickPack: PickPackSnapshot; order: OrderRecord }) {
  const t = useTranslations("pickPack");
  const { status, reject_type: type, reject_reason: reason } = pickPack;
  if (status === "PICKPACK_REJECTED")
    return (
      <Banner
        tint="bg-bad-tint text-bad"
        icon={OctagonX}
        title={t("notice.rejected", { reason: t(`rejectTypes.${type || "OTHERS"}`) })}
      >
        {reason ? <p className="whitespace-pre-line">{reason}</p> : null}
        <p>{t("notice.rejectedMeans")}</p>
      </Banner>
    );
  if (status === "PICKPACK_CANCELLED")
    return (
      <Banner tint="bg-hover text-text" icon={CircleX} title={t("notice.cancelled")}>
        {order.cancel_remarks ? <p className="whitespace-pre-line text-muted">{order.cancel_remarks}</p> : null}
      </Banner>
    );
  const isToRepack = pickPack.is_require_repack === "Y" && status === "PICKPACK_CONFIRMED";
  return (
    <>
      <CancelNotice order={order} />
      <ShortNotice pickPack={pickPack} />
      {isToRepack ? <Banner tint="bg-info-tint text-info" icon={PackageOpen} title={t("notice.toRepack")} /> : null}
    </>
  );
}

/** Says what is missing from the order's parcels, and with what effect. */
function ShortNotice({ pickPack: { short_list: lines, status } }: { pickPack: PickPackSnapshot }) {
  const t = useTranslations("pickPack.short");
  const tShortReasons = useTranslations("pickPack.shortReasons");
  if (lines.length === 0) return null;
  return (
    <Banner
      tint="bg-warn-tint text-warn"
      icon={PackageX}
      title={t(status === "PICKPACK_CONFIRMED" ? "packing" : "packed")}
    >
      <ul aria-label={t("lines")} className="list-disc pl-5">
        {lines.map(({ sku, name, ordered, packed, reason, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in everything
          <li key={index} className="break-words">
            {t("line", { item: sku || name, packed, ordered, reason: tShortReasons(reason) })}
            {note ? <span className="block whitespace-pre-line">{note}</span> : null}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t("means")}</p>
    </Banner>
  );
}

/** When the courier comes to the warehouse; booked when the order is packed. */
function Pickup({ pickPack: { pickup, status } }: { pickPack: PickPackSnapshot }) {
  const t = useTranslations("pickPack.pickup");
  if (status === "PICKPACK_REJECTED" || status === "PICKPACK_CANCELLED") return null;
  return (
    <Section title={t("title")}>
      {pickup ? (
        <Facts
          items={[
            { name: t("date"), value: <CalendarDate date={pickup.pickup_date} weekday /> },
            { name: t("session"), value: pickup.pickup_session },
            { name: t("number"), value: <span className="font-mono break-all">{pickup.pickup_number}</span> },
          ]}
        />
      ) : (
        <p className="text-muted">{t("later")}</p>
      )}
    </Section>
  );
}
