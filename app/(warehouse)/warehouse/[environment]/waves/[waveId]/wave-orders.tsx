"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { StateBadge } from "@/components/warehouse/state-badge";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { DataOf } from "@/lib/contracts/contract";
import type { readWave } from "@/lib/contracts/pickpack-bench";

export type WaveOrder = DataOf<typeof readWave>["order_list"][number];

/** The order to pack next: the first one that waits and has no request for cancellation. */
export function nextToPack(orders: readonly WaveOrder[]): WaveOrder | undefined {
  return orders.find(
    ({ status, is_cancel_requested }) => status === "PICKPACK_CONFIRMED" && is_cancel_requested === "N",
  );
}

/** The orders of a wave, each with a link to the bench. */
export function WaveOrders({ orders }: { orders: readonly WaveOrder[] }) {
  const t = useTranslations("warehouse.waves.orders");
  const { href } = useWarehouse();
  return (
    <Section title={t("title")} flush>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.order_id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 basis-36">
              <Link
                href={href(`/bench/${order.order_id}`)}
                prefetch={false}
                className="rounded-xs whitespace-nowrap text-accent no-underline hover:underline"
              >
                {order.order_id}
              </Link>
              <span className="block text-xs text-muted sm:truncate">
                {order.recipient_name} · {t("parcels", { count: order.parcel_count })}
                {order.reference ? (
                  <>
                    {" "}
                    · <bdi>{order.reference}</bdi>
                  </>
                ) : null}
              </span>
              <span className="block font-mono text-xs text-muted">{order.tracking_number}</span>
              {order.client_remarks ? (
                <span className="block text-sm break-words whitespace-pre-line">
                  <span className="font-semibold">{t("clientRemarks")}: </span>
                  {order.client_remarks}
                </span>
              ) : null}
            </span>
            <span>
              <StateBadge order={order} />
              {order.is_cancel_requested === "Y" ? (
                <span className="block text-xs font-semibold text-warn">{t("asked")}</span>
              ) : null}
            </span>
            {order.status === "PICKPACK_CONFIRMED" ? (
              <LinkButton
                href={href(`/bench/${order.order_id}`)}
                prefetch={false}
                className="pointer-coarse:h-11"
                aria-label={t("packOf", { order: order.order_id })}
              >
                {t("pack")}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
