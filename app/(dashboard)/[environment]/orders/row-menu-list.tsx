"use client";

import { Check, CircleX, ClockAlert, Copy, ExternalLink, Pencil } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuProps } from "@/components/ui/lazy-menu";
import { toast } from "@/components/ui/toast";
import type { OrderRow } from "@/lib/contracts/order";
import { actionsOf } from "@/lib/order-status";
import { isCancelRequest, useInWarehouse } from "./in-warehouse";
import type { OrderActions } from "./order-actions";

/** A row's menu: what the order's state allows, and no more. */
export default function RowMenuList({
  trigger,
  open,
  onOpenChange,
  row,
  actions,
}: LazyMenuProps & { row: OrderRow; actions: OrderActions }) {
  const t = useTranslations("orderActions");
  const { href } = usePlace();
  const allowed = actionsOf(row.order_status, row.tracking_number !== null);
  const inWarehouse = useInWarehouse(row);
  const isAsked = inWarehouse?.is_cancel_requested === "Y";

  async function copy(number: string) {
    try {
      await navigator.clipboard.writeText(number);
      toast.success(t("copied", { number }));
    } catch {
      toast.info(number);
    }
  }

  const number = row.tracking_number;
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem asChild>
          <Link href={href(`/orders/${row.order_id}`)} prefetch={false}>
            <ExternalLink aria-hidden="true" />
            {t("open")}
          </Link>
        </DropdownMenuItem>
        {allowed.includes("update") ? (
          <DropdownMenuItem asChild>
            <Link href={href(`/orders/${row.order_id}/edit`)} prefetch={false}>
              <Pencil aria-hidden="true" />
              {t("edit")}
            </Link>
          </DropdownMenuItem>
        ) : null}
        {number ? (
          <DropdownMenuItem onSelect={() => void copy(number)}>
            <Copy aria-hidden="true" />
            {t("copyTracking")}
          </DropdownMenuItem>
        ) : null}
        {allowed.includes("confirm") || allowed.includes("cancel") ? <DropdownMenuSeparator /> : null}
        {allowed.includes("confirm") ? (
          <DropdownMenuItem onSelect={() => actions.confirm(row)}>
            <Check aria-hidden="true" />
            {t("confirm")}
          </DropdownMenuItem>
        ) : null}
        {allowed.includes("cancel") && isAsked ? (
          <DropdownMenuItem disabled className="whitespace-normal">
            <ClockAlert aria-hidden="true" />
            {t("cancelWaits")}
          </DropdownMenuItem>
        ) : null}
        {allowed.includes("cancel") && !isAsked ? (
          <DropdownMenuItem tone="danger" onSelect={() => actions.cancel(row)}>
            <CircleX aria-hidden="true" />
            {t(isCancelRequest(inWarehouse) ? "request" : "cancel")}
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
