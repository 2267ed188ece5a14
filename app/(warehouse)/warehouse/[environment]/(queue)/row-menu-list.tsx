"use client";

import { Check, CircleX, Copy, ExternalLink, MessageCircleQuestion, OctagonX, ScanBarcode } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuProps } from "@/components/ui/lazy-menu";
import { toast } from "@/components/ui/toast";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { pageHref } from "@/lib/page-href";
import { movesOf } from "./run-moves";
import type { QueueActions } from "./use-queue-actions";

const ITEM = "pointer-coarse:min-h-11";

/** A row's menu: what the order's state allows, and no more. */
export default function RowMenuList({
  trigger,
  open,
  onOpenChange,
  row,
  actions,
}: LazyMenuProps & { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue.menu");
  const { environment, person, href } = useWarehouse();
  const moves = movesOf(row, person.role);
  const isAsked = row.is_cancel_requested === "Y";

  async function copy(number: string) {
    try {
      await navigator.clipboard.writeText(number);
      toast.success(t("copied", { number }));
    } catch {
      toast.info(number);
    }
  }

  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem asChild className={ITEM}>
          <Link href={href(`/bench/${row.order_id}`)} prefetch={false}>
            <ScanBarcode aria-hidden="true" />
            {t("bench")}
          </Link>
        </DropdownMenuItem>
        {person.role === "support" ? (
          <DropdownMenuItem asChild className={ITEM}>
            <Link href={pageHref(`/orders/${row.order_id}`, environment, row.customer_eid)} prefetch={false}>
              <ExternalLink aria-hidden="true" />
              {t("merchantOrder")}
            </Link>
          </DropdownMenuItem>
        ) : null}
        {row.tracking_number ? (
          <DropdownMenuItem className={ITEM} onSelect={() => void copy(row.tracking_number)}>
            <Copy aria-hidden="true" />
            {t("copyTracking")}
          </DropdownMenuItem>
        ) : null}
        {moves.length > 0 ? <DropdownMenuSeparator /> : null}
        {moves.includes("confirm") ? (
          <DropdownMenuItem className={ITEM} onSelect={() => actions.confirm([row])}>
            <Check aria-hidden="true" />
            {t("confirm")}
          </DropdownMenuItem>
        ) : null}
        {isAsked && moves.includes("cancel") ? (
          <DropdownMenuItem className={ITEM} onSelect={() => actions.answer(row)}>
            <MessageCircleQuestion aria-hidden="true" />
            {t("answer")}
          </DropdownMenuItem>
        ) : null}
        {moves.includes("reject") ? (
          <DropdownMenuItem tone="danger" className={ITEM} onSelect={() => actions.reject([row])}>
            <OctagonX aria-hidden="true" />
            {t("reject")}
          </DropdownMenuItem>
        ) : null}
        {moves.includes("cancel") && !isAsked ? (
          <DropdownMenuItem tone="danger" className={ITEM} onSelect={() => actions.cancel([row])}>
            <CircleX aria-hidden="true" />
            {t("cancel")}
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
