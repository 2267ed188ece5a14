"use client";

import { ClipboardCheck, History, PackageMinus, PackagePlus, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import type { Product } from "@/lib/contracts/product";
import type { ProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";

/** The items of a row's menu: stock for the warehouse, the product itself for its merchant. */
export function ProductMenu({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.actions");
  const { href, may } = usePlace();
  const place = useProductPlace();
  const movements = (
    <MenuLink icon={History} href={`${place.product(product.product_id)}#movements`}>
      {t("movements")}
    </MenuLink>
  );
  if (place.isWarehouse)
    return (
      <>
        <MenuAction icon={PackagePlus} onSelect={() => actions.ask("receive", product)}>
          {t("receive")}
        </MenuAction>
        <MenuAction icon={ClipboardCheck} onSelect={() => actions.ask("count", product)}>
          {t("count")}
        </MenuAction>
        {product.damaged === "0" ? null : (
          <MenuAction icon={PackageMinus} onSelect={() => actions.ask("damaged", product)}>
            {t("damaged")}
          </MenuAction>
        )}
        {movements}
      </>
    );
  return (
    <>
      {may("updateProduct") ? (
        <MenuLink icon={Pencil} href={href(`/products/${product.product_id}/edit`)}>
          {t("edit")}
        </MenuLink>
      ) : null}
      {movements}
      {may("deleteProduct") ? (
        <>
          <DropdownMenuSeparator />
          <MenuAction icon={Trash2} tone="danger" onSelect={() => actions.ask("remove", product)}>
            {t("delete")}
          </MenuAction>
        </>
      ) : null}
    </>
  );
}
