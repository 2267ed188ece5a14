"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useWorkspace } from "@/components/environment";
import { LinkButton } from "@/components/ui/link-button";
import { StatusBadge } from "@/components/ui/status-badge";
import type { OrderRecord } from "@/lib/contracts/order";

/** The order as it is now, which differs from what the form was opened with. */
export type OtherOrder = Pick<OrderRecord, "order_id" | "order_status" | "available_actions">;

/** Says that the order was confirmed, cancelled or changed, and what happened to the work in the form. */
export function NotEditable({ order, isLost }: { order: OtherOrder; isLost: boolean }) {
  const t = useTranslations("orderForm.edit");
  const { href } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  const isOpen = order.available_actions.includes("update");
  const why = isOpen ? "changed" : order.order_status === "CANCELLED" ? "cancelled" : "confirmed";

  useEffect(() => {
    if (isLost) box.current?.focus();
  }, [isLost]);

  return (
    <div
      ref={box}
      role={isLost ? "alert" : undefined}
      tabIndex={-1}
      className="flex scroll-mt-32 flex-col items-start gap-3 rounded-lg border border-warn bg-warn-tint px-4 py-3"
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
        {t(`${why}.title`)}
        {isOpen ? null : <StatusBadge status={order.order_status} />}
      </p>
      <p className="max-w-prose">
        {isLost ? `${t("notSaved")} ` : null}
        {t(`${why}.text`)}
      </p>
      <LinkButton href={href(`/orders/${order.order_id}`)}>{t("toOrder")}</LinkButton>
    </div>
  );
}
