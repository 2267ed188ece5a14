"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleX, ClockAlert, ExternalLink, Mail, MessageCircle, MessageSquareText, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { AgainItems } from "@/components/orders/again-items";
import { isCancelRequest, useInWarehouse } from "@/components/orders/in-warehouse";
import type { OrderActions } from "@/components/orders/order-actions";
import { useRecipientLinks } from "@/components/orders/recipient-links";
import { useAllowed } from "@/components/orders/use-allowed";
import { copyText } from "@/components/ui/copy-text";
import {
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  MenuAction,
  MenuLink,
} from "@/components/ui/dropdown-menu";
import { CopyTracking } from "@/components/ui/row-menu";
import { toast } from "@/components/ui/toast";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { hasRecipientMessage } from "@/lib/orders/recipient-message";
import { actionsOf } from "@/lib/orders/status";

/** The items of a row's menu: only what the order's state allows. */
export function OrderMenu({ row, actions }: { row: OrderRow; actions: OrderActions }) {
  const t = useTranslations("orderActions");
  const { href, may } = useWorkspace();
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

/**
 * Items of an order's menu that begin a message to its recipient. They keep their place in the menu, and can be used once
 * the order has been read.
 */
function TellItems({ order }: { order: OrderRow }) {
  const t = useTranslations("orderActions.tell");
  const { where, may, trackUrl } = useWorkspace();
  const linksOf = useRecipientLinks();
  const isOffered =
    Boolean(trackUrl && order.tracking_number) && hasRecipientMessage(order.order_status) && may("readOrderByPath");
  const { data, isError } = useQuery({
    ...queryFor("readOrderByPath", { order_id: order.order_id }, where),
    enabled: isOffered,
  });
  const links = data ? linksOf(data) : null;

  async function copy() {
    if (links && (await copyText(links.text))) toast.success(t("copied", { name: order.recipient_name }));
  }

  if (!isOffered || (data && !links)) return null;
  return (
    <DropdownMenuGroup label={t("group")}>
      <MenuAction icon={MessageSquareText} disabled={!links} onSelect={() => void copy()}>
        {t("copyItem")}
      </MenuAction>
      <DropdownMenuItem asChild disabled={!links}>
        <a href={links?.whatsApp} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden="true" />
          {t("whatsApp")}
        </a>
      </DropdownMenuItem>
      <DropdownMenuItem asChild disabled={!links?.mail}>
        <a href={links?.mail ?? undefined}>
          <Mail aria-hidden="true" />
          {t(links && !links.mail ? "noMail" : "mail")}
        </a>
      </DropdownMenuItem>
      {isError && !data ? <DropdownMenuLabel>{t("failed")}</DropdownMenuLabel> : null}
    </DropdownMenuGroup>
  );
}
