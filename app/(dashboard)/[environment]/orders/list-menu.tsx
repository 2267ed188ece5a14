"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import type { OrderColumn } from "@/lib/order-columns";
import type { ChangeList } from "./list-url";

export type ListMenuProps = { query: ListOrdersQuery; columns: readonly OrderColumn[]; onChange: ChangeList };

/** Saved views, columns and the export of the list. All of it comes when it is reached for. */
export function ListMenu(props: ListMenuProps) {
  const t = useTranslations("orderList.options");
  return (
    <LazyMenu
      load={() => lazily(() => import("./list-menu-list"))}
      props={props}
      trigger={
        <Button size="icon" className="ml-auto" aria-label={t("label")} title={t("label")}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
