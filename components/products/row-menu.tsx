"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import type { Product } from "@/lib/contracts/product";
import { lazily } from "@/lib/lazily";
import type { ProductActions } from "./product-actions";

/** What can be done with one product. The menu comes when it is reached for. */
export function RowMenu({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products");
  return (
    <LazyMenu
      load={() => lazily(() => import("./row-menu-list"))}
      props={{ product, actions }}
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1 text-muted"
          aria-label={t("menuOf", { sku: product.sku })}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
