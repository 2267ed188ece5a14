"use client";

import { Check, CircleX, ClockAlert, ExternalLink, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { AgainItems } from "@/components/orders/again-items";
import { isCancelRequest, useInWarehouse } from "@/components/orders/in-warehouse";
import type { OrderActions } from "@/components/orders/order-actions";
import { TellItems } from "@/components/orders/tell-items";
import { useAllowed } from "@/components/orders/use-allowed";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { CopyTracking } from "@/components/ui/row-menu";
import type { OrderRow } from "@/lib/contracts/order";
import { actionsOf } from "@/lib/orders/status";

/** The items of a row's menu: only what the order's state allows. */
export function OrderMenu({ row, actions }: { row: OrderRow; actions: OrderActions }) {
  const t = useTranslations("orderActions");
  const { href, may } = usePlace();
  const allowed = useAllowed(actionsOf(row.order_status, row.tracking_number !== null));
  const inWarehouse = useInWarehouse(row);
  const isAsked = inWarehouse?.is_cancel_requested === "Y";
  return (
    <>
      <MenuLink icon={ExternalLink} href={href(`/orders/${row.order_id}`)}>
        {t("open")}
      </MenuLink>
      {allowed.includes("update") ? (
        <MenuLink icon={Pencil} href={href(`/orders/${row.order_id}/edit`)}>
          {t("edit")}
        </MenuLink>
      ) : null}
      {may("createOrder") ? <AgainItems order={row} /> : null}
      <CopyTracking number={row.tracking_number} />
      <TellItems order={row} />
      {allowed.includes("confirm") || allowed.includes("cancel") ? <DropdownMenuSeparator /> : null}
      {allowed.includes("confirm") ? (
        <MenuAction icon={Check} onSelect={() => actions.confirm(row)}>
          {t("confirm")}
        </MenuAction>
      ) : null}
      {allowed.includes("cancel") && isAsked ? (
        <MenuAction icon={ClockAlert} disabled className="whitespace-normal">
          {t("cancelWaits")}
        </MenuAction>
      ) : null}
      {allowed.includes("cancel") && !isAsked ? (
        <MenuAction icon={CircleX} tone="danger" onSelect={() => actions.cancel(row)}>
          {t(isCancelRequest(inWarehouse) ? "request" : "cancel")}
        </MenuAction>
      ) : null}
    </>
  );
}
