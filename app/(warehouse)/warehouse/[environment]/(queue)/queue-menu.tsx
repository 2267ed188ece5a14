"use client";

import { Check, CircleX, ExternalLink, MessageCircleQuestion, OctagonX, ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { CopyTracking } from "@/components/ui/row-menu";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { pageHref } from "@/lib/pages/page-href";
import { mayOpen } from "@/lib/pages/page-rights";
import { movesOf } from "./run-moves";
import type { QueueActions } from "./use-queue-actions";

const ITEM = "pointer-coarse:min-h-11";

/** The items of a row's menu: only what the order's state allows. */
export function QueueMenu({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue.menu");
  const { environment, person, href } = useWarehouse();
  const moves = movesOf(row, person.role);
  const isAsked = row.is_cancel_requested === "Y";
  return (
    <>
      <MenuLink icon={ScanBarcode} className={ITEM} href={href(`/bench/${row.order_id}`)}>
        {t("bench")}
      </MenuLink>
      {mayOpen(person.role, "support") ? (
        <MenuLink
          icon={ExternalLink}
          className={ITEM}
          href={pageHref(`/orders/${row.order_id}`, environment, row.customer_eid)}
        >
          {t("merchantOrder")}
        </MenuLink>
      ) : null}
      <CopyTracking number={row.tracking_number} className={ITEM} />
      {moves.length > 0 ? <DropdownMenuSeparator /> : null}
      {moves.includes("confirm") ? (
        <MenuAction icon={Check} className={ITEM} onSelect={() => actions.confirm([row])}>
          {t("confirm")}
        </MenuAction>
      ) : null}
      {isAsked && moves.includes("cancel") ? (
        <MenuAction icon={MessageCircleQuestion} className={ITEM} onSelect={() => actions.answer(row)}>
          {t("answer")}
        </MenuAction>
      ) : null}
      {moves.includes("reject") ? (
        <MenuAction icon={OctagonX} tone="danger" className={ITEM} onSelect={() => actions.reject([row])}>
          {t("reject")}
        </MenuAction>
      ) : null}
      {moves.includes("cancel") && !isAsked ? (
        <MenuAction icon={CircleX} tone="danger" className={ITEM} onSelect={() => actions.cancel([row])}>
          {t("cancel")}
        </MenuAction>
      ) : null}
    </>
  );
}
