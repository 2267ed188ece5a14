"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { useInWarehouse } from "@/components/orders/in-warehouse";
import { Age } from "@/components/pick-pack/age";
import { useScanLabel } from "@/components/sub-status";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { shownPhone } from "@/lib/addresses/phone";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import { formatDate } from "@/lib/format";
import { STUCK_STATUSES } from "@/lib/orders/status";
import { nextStepOf } from "./next-step";
import { PriceBefore } from "./price-before";
import { useInstructed } from "./use-instructed";

/** The five facts of an order that are asked for most: its state, recipient, service, price and next step. */
export function FactsStrip({
  order,
  service,
  country,
  today,
}: {
  order: OrderRecord;
  service: string;
  /** Where it goes to; null within Hong Kong. */
  country: string | null;
  /** Today in Hong Kong. */
  today: string;
}) {
  const t = useTranslations("orderPage.strip");
  const { recipient } = order;
  const phone = shownPhone(recipient);
  return (
    <section aria-label={t("label")} className="mb-4 overflow-hidden rounded-lg border border-line bg-line">
      <dl className="grid grid-cols-2 gap-px lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.5fr)]">
        <Fact name={t("status")} value={<StatusBadge status={order.order_status} />} more={<Since order={order} />} />
        <Fact
          name={t("recipient")}
          value={<bdi>{recipient.name}</bdi>}
          more={[country, phone].filter(Boolean).join(" · ")}
        />
        <Fact name={t("service")} value={service} more={<Due order={order} today={today} />} />
        <Fact
          name={t("price")}
          value={<Money amount={order.order_status === "CANCELLED" ? "0.00" : order.quote_price} />}
          more={
            order.order_status === "CANCELLED" ? (
              <PriceBefore price={order.quote_price} />
            ) : (
              t("billed", { weight: order.chargeable_weight })
            )
          }
        />
        <Next order={order} today={today} />
      </dl>
    </section>
  );
}

function Fact({
  name,
  value,
  more,
  className = "bg-surface",
}: {
  name: string;
  value: ReactNode;
  more: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("min-w-0 px-4 py-3", className)}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 font-semibold wrap-anywhere">{value}</dd>
      <dd className="text-xs text-muted wrap-anywhere">{more}</dd>
    </div>
  );
}

/** Why and since when the order is in its state. */
function Since({ order: { order_status, tracking } }: { order: OrderRecord }) {
  const scanLabel = useScanLabel();
  // The server renders at another moment.
  const now = useIsHydrated() && Date.now();
  const [last] = tracking.checkpoint_list;
  if (!last) return null;
  const reason = STUCK_STATUSES.includes(order_status) && scanLabel(tracking.sub_status, last.description);
  return (
    <>
      {reason ? (
        <span className="block text-bad">
          {reason}
          {now ? (
            <>
              {" · "}
              <Age minutes={Math.max(0, Math.floor((now - Date.parse(last.time)) / 60_000))} />
            </>
          ) : null}
        </span>
      ) : null}
      <DateTime value={last.time} />
    </>
  );
}

/** When it arrived or should arrive. */
function Due({ order, today }: { order: OrderRecord; today: string }) {
  const t = useTranslations("orderPage.strip");
  const language = useLocale();
  const arrived = order.tracking.checkpoint_list.find(({ event }) => event === "order.delivered");
  if (arrived) return t.rich("arrived", { time: () => <DateTime value={arrived.time} dateOnly /> });
  if (!order.estimated_delivery || order.order_status === "CANCELLED") return null;
  const day = order.estimated_delivery.slice(0, 10);
  const due = t("due", { day: formatDate(day, language, { weekday: true }) });
  return day < today ? <span className="text-bad">{t("late", { due: due })}</span> : due;
}

function Next({ order, today }: { order: OrderRecord; today: string }) {
  const t = useTranslations("orderPage.nextStep");
  const language = useLocale();
  const { where } = useWorkspace();
  const prints = useQuery(queryFor("readPrints", { order_id: order.order_id }, where));
  const row = useInWarehouse(order);
  const instructed = useInstructed(order.order_id);
  const { step, isYours, day } = nextStepOf(order, {
    today,
    isPrinted: prints.data?.is_printed,
    isInWarehouse: row === null ? undefined : row !== undefined,
    instructed: instructed?.time,
  });
  const said = { day: day ? formatDate(day, language, { weekday: true }) : "", hasDay: day ? "yes" : "no" };
  return (
    <Fact
      className={cn("col-span-2 lg:col-span-1", isYours ? "bg-accent-tint" : "bg-surface")}
      name={t(isYours ? "yours" : "title")}
      value={t(`${step}.what`, said)}
      more={t(`${step}.then`, said)}
    />
  );
}
