"use client";

import { CopyPlus, Repeat2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OrderRow } from "@/lib/contracts/order";
import type { Again } from "@/lib/orders/again";
import { useWorkspace } from "../environment";
import { MenuAction, MenuLink } from "../ui/dropdown-menu";

/** The form of a new order that begins with another one. */
export const againPath = (order: string, as: Again): string => `/orders/new?from=${order}&as=${as}`;

/** Items of an order's menu that begin a new order with it (contract §30.2). */
export function AgainItems({ order }: { order: Pick<OrderRow, "order_id" | "ship_type"> }) {
  const t = useTranslations("orderActions");
  const { href } = useWorkspace();
  const to = (as: Again) => href(againPath(order.order_id, as));
  return (
    <>
      <MenuLink icon={Repeat2} href={to("again")}>
        {t("shipAgain")}
      </MenuLink>
      {order.ship_type === "local" ? (
        <MenuLink icon={Undo2} href={to("return")}>
          {t("returnToSender")}
        </MenuLink>
      ) : (
        <MenuAction icon={Undo2} disabled className="whitespace-normal">
          {t("noImports")}
        </MenuAction>
      )}
      <MenuLink icon={CopyPlus} href={to("next")}>
        {t("createAnother")}
      </MenuLink>
    </>
  );
}
