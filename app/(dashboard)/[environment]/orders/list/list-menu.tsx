"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { MenuButton } from "@/components/ui/menu-button";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderColumn } from "@/lib/order-columns";
import ListMenuList from "./list-menu-list";
import type { ChangeList } from "./orders-url";

export type ListMenuProps = { query: ListOrdersQuery; columns: readonly OrderColumn[]; onChange: ChangeList };

/** Saved views, columns and the export of the list. All of it loads when it is needed. */
export function ListMenu(props: ListMenuProps) {
  const t = useTranslations("orderList.options");
  return (
    <MenuButton
      menu={ListMenuList}
      props={props}
      trigger={
        <Button size="icon" className="ml-auto" aria-label={t("label")} title={t("label")}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
