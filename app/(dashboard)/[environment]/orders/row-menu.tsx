"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import type { OrderRow } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import type { OrderActions } from "./order-actions";

/** What can be done with one order. Menu and table of legal moves come when it is reached for. */
export function RowMenu({ row, actions }: { row: OrderRow; actions: OrderActions }) {
  const t = useTranslations("orderList");
  return (
    <LazyMenu
      load={() => lazily(() => import("./row-menu-list"))}
      props={{ row, actions }}
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1 text-muted"
          aria-label={t("menuOf", { order: row.order_id })}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
