"use client";

import { Check, CircleX, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { DocumentButton } from "@/components/documents/document-button";
import { useWorkspace } from "@/components/environment";
import { AgainItems, againPath } from "@/components/orders/again-items";
import { isCancelRequest, useInWarehouse } from "@/components/orders/in-warehouse";
import type { OrderActions } from "@/components/orders/order-actions";
import { useAllowed } from "@/components/orders/use-allowed";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { LinkButton } from "@/components/ui/link-button";
import { openMenu } from "@/components/ui/menu-button";
import { PageHeader } from "@/components/ui/page-header";
import { RowMenu } from "@/components/ui/row-menu";
import type { OrderRecord } from "@/lib/contracts/order";
import { Neighbours } from "./neighbours";

/** Number and the actions that the order's state allows, one of them primary. */
export function OrderHeader({ order, actions }: { order: OrderRecord; actions: OrderActions }) {
  const t = useTranslations("orderPage");
  const tActions = useTranslations("orderActions");
  const { href, may } = useWorkspace();
  const allowed = useAllowed(order.available_actions);
  const row = useInWarehouse(order);
  const router = useRouter();
  const menu = useId();
  const again = {
    keys: ["e"],
    label: t("keys.again"),
    run: () => router.push(href(againPath(order.order_id, "again"))),
  };
  const print = { keys: ["p"], label: t("keys.print"), run: () => openMenu(document.getElementById(menu)) };
  useShortcuts([...(allowed.includes("label") ? [print] : []), ...(may("createOrder") ? [again] : [])]);
  return (
    <PageHeader
      back={<Neighbours orderId={order.order_id} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="whitespace-nowrap">{t("title", { order: order.order_id })}</span>
          <CopyButton text={order.order_id} what={t("orderNumber")} size="icon-sm" className="-ml-1 text-muted" />
        </span>
      }
      actions={
        <>
          {allowed.includes("cancel") && order.cancel_status !== "REQUESTED" ? (
            <Button onClick={() => actions.cancel(order)}>
              <CircleX aria-hidden="true" />
              {tActions(isCancelRequest(row) ? "request" : "cancel")}
            </Button>
          ) : null}
          {allowed.includes("update") ? (
            <LinkButton href={href(`/orders/${order.order_id}/edit`)} prefetch={false}>
              <Pencil aria-hidden="true" />
              {tActions("edit")}
            </LinkButton>
          ) : null}
          {allowed.includes("label") ? (
            <DocumentButton order={order} menuId={menu} isPrimary={order.order_status === "READY_TO_SHIP"} />
          ) : null}
          {may("createOrder") ? (
            <RowMenu label={tActions("more", { order: order.order_id })} size="icon" className="">
              <AgainItems order={order} />
            </RowMenu>
          ) : null}
          {allowed.includes("confirm") ? (
            <Button variant="primary" onClick={() => actions.confirm(order)}>
              <Check aria-hidden="true" />
              {tActions("confirm")}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
