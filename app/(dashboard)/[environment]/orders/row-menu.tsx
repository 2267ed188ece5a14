"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import type { OrderRow } from "@/lib/contracts/order";
import type { OrderActions } from "./order-actions";

export type RowMenuProps = { row: OrderRow; actions: OrderActions };

const load = () => import("./row-menu-items");

/** What can be done with one order. Its entries, and the table of legal moves behind them, come when it is reached for. */
export function RowMenu({ row, actions }: RowMenuProps) {
  const t = useTranslations("orderList");
  const [isOpen, setIsOpen] = useState(false);
  const [Items, setItems] = useState<ComponentType<RowMenuProps> | null>(null);

  async function change(next: boolean) {
    if (next && !Items) {
      const { RowMenuItems } = await load();
      setItems(() => RowMenuItems);
    }
    setIsOpen(next);
  }

  return (
    <DropdownMenu open={isOpen} onOpenChange={(next) => void change(next)}>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1 text-muted"
          aria-label={t("menuOf", { order: row.order_id })}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>{Items ? <Items row={row} actions={actions} /> : null}</DropdownMenuContent>
    </DropdownMenu>
  );
}
