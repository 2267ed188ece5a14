"use client";

import { ChevronDown, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DocumentMenu } from "./document-menu";
import type { DocumentOrder } from "./document-order";
import { type Paper, rememberedPaper } from "./paper";
import { useDocuments } from "./use-documents";

/** One click prints the label on the paper used last for this kind of order; the arrow next to it has all documents. */
export function DocumentButton({
  order,
  menuId,
  isPrimary,
}: {
  order: DocumentOrder;
  /** Of the button that opens the menu. */
  menuId?: string;
  isPrimary: boolean;
}) {
  const t = useTranslations("documents");
  const documents = useDocuments(order);
  const { paper: usual = null } = useWorkspace().account;
  const [paper, setPaper] = useState<Paper>(usual ?? "100x150");
  const variant = isPrimary ? "primary" : "secondary";

  // Only the device knows what was chosen on it; the server renders the usual paper.
  useEffect(() => setPaper(rememberedPaper(order.ship_type, usual)), [order.ship_type, usual]);

  return (
    <div className="flex">
      <Button
        variant={variant}
        loading={documents.isBusy}
        className="rounded-r-none"
        onClick={() => documents.print("label", paper)}
      >
        <Printer aria-hidden="true" />
        {t("types.label")}
        <span className="font-normal">{t(`papers.${paper}`)}</span>
      </Button>
      <DocumentMenu
        order={order}
        onPaper={setPaper}
        trigger={
          <Button
            {...(menuId ? { id: menuId } : {})}
            variant={variant}
            size="icon"
            aria-label={t("menuOf", { order: order.order_id })}
            className={isPrimary ? "rounded-l-none border-l-on-accent/40" : "-ml-px rounded-l-none"}
          >
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      />
      {documents.dialogs}
    </div>
  );
}
