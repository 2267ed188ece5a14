"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { MenuButton } from "@/components/ui/menu-button";
import DocumentMenuList from "./document-menu-list";
import { type DocumentOrder, hasDocuments } from "./document-order";

/** The documents of an order behind one small button, the same in every list of orders; nothing where it has none. */
export function DocumentMenu({ order }: { order: DocumentOrder }) {
  const t = useTranslations("documents");
  if (!hasDocuments(order)) return null;
  return (
    <MenuButton
      menu={DocumentMenuList}
      props={{ order }}
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1 text-muted"
          aria-label={t("menuOf", { order: order.order_id })}
        >
          <Printer aria-hidden="true" />
        </Button>
      }
    />
  );
}
