"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail, MessageCircle, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { hasRecipientMessage } from "@/lib/orders/recipient-message";
import { usePlace } from "../environment";
import { copyText } from "../ui/copy-text";
import { DropdownMenuGroup, DropdownMenuItem, DropdownMenuLabel, MenuAction } from "../ui/dropdown-menu";
import { toast } from "../ui/toast";
import { useRecipientLinks } from "./recipient-links";

/**
 * Items of an order's menu that begin a message to its recipient. They keep their place in the menu, and can be used once
 * the order has been read.
 */
export function TellItems({ order }: { order: OrderRow }) {
  const t = useTranslations("orderActions.tell");
  const { where, may, trackUrl } = usePlace();
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
