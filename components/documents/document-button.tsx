"use client";

import { ChevronDown, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { lazily } from "@/lib/lazily";
import type { DocumentOrder } from "./document-order";
import { type Paper, rememberedPaper } from "./paper";
import { useDocuments } from "./use-documents";

/** One press saves the label on the paper used last for this kind of order; the arrow beside it has all documents. */
export function DocumentButton({ order, isPrimary }: { order: DocumentOrder; isPrimary: boolean }) {
  const t = useTranslations("documents");
  const documents = useDocuments(order);
  const [paper, setPaper] = useState<Paper>("100x150");
  const variant = isPrimary ? "primary" : "secondary";

  // Only the device knows; the server writes the page with the usual paper.
  useEffect(() => setPaper(rememberedPaper(order.ship_type)), [order.ship_type]);

  return (
    <div className="flex">
      <Button
        variant={variant}
        loading={documents.isBusy}
        className="rounded-r-none"
        onClick={() => documents.download("label", paper)}
      >
        <Printer aria-hidden="true" />
        {t("types.label")}
        <span className="font-normal">{t(`papers.${paper}`)}</span>
      </Button>
      <LazyMenu
        load={() => lazily(() => import("./document-menu-list"))}
        props={{ order, onPaper: setPaper }}
        trigger={
          <Button
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
