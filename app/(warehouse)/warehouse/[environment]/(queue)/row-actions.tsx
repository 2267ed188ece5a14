"use client";

import { Check, CircleX, ExternalLink, MessageCircleQuestion, OctagonX, ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { LinkButton } from "@/components/ui/link-button";
import { CopyTracking, RowMenu } from "@/components/ui/row-menu";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { pageHref } from "@/lib/pages/page-href";
import { mayOpen } from "@/lib/pages/page-rights";
import { movesOf } from "./queue-moves";
import type { QueueActions } from "./use-queue-actions";

/** The next step of an order, in one click; the menu has everything else that its state allows. */
export function RowActions({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue");
  return (
    <span className="flex items-center justify-end gap-1">
      <NextStep row={row} actions={actions} />
      <RowMenu label={t("menuOf", { order: row.order_id })} size="icon" className="text-muted pointer-coarse:size-11">
        <QueueMenu row={row} actions={actions} />
      </RowMenu>
    </span>
  );
}

function NextStep({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue.steps");
  const { href, person } = useWarehouse();
  const moves = movesOf(row, person.role);
  const values = { order: row.order_id };
  if (row.is_cancel_requested === "Y" && moves.includes("cancel"))
    return (
      <Button
        className="pointer-coarse:h-11"
        loading={actions.isMoving(row.order_id)}
        aria-label={t("answerOf", values)}
        onClick={() => actions.answer(row)}
      >
        {t("answer")}
      </Button>
    );
  if (moves.includes("confirm"))
    return (
      <Button
        className="pointer-coarse:h-11"
        loading={actions.isMoving(row.order_id)}
        aria-label={t("confirmOf", values)}
        onClick={() => actions.confirm([row])}
      >
        {t("confirm")}
      </Button>
    );
  if (moves.includes("ready"))
    return (
      <LinkButton
        href={href(`/bench/${row.order_id}`)}
        prefetch={false}
        className="pointer-coarse:h-11"
        aria-label={t("packOf", values)}
      >
        {t("pack")}
      </LinkButton>
    );
  return null;
}

const ITEM = "pointer-coarse:min-h-11";

/** The items of a row's menu: only what the order's state allows. */
function QueueMenu({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
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
