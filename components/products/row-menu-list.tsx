"use client";

import { ClipboardCheck, History, PackagePlus, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuProps } from "@/components/ui/lazy-menu";
import type { Product } from "@/lib/contracts/product";
import type { ProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";

/** A row's menu: stock for the warehouse, the product itself for its merchant. */
export default function RowMenuList({
  trigger,
  open,
  onOpenChange,
  product,
  actions,
}: LazyMenuProps & { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.actions");
  const { href } = usePlace();
  const place = useProductPlace();
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {place.isWarehouse ? (
          <>
            <DropdownMenuItem onSelect={() => actions.ask("receive", product)}>
              <PackagePlus aria-hidden="true" />
              {t("receive")}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => actions.ask("count", product)}>
              <ClipboardCheck aria-hidden="true" />
              {t("count")}
            </DropdownMenuItem>
          </>
        ) : (
          <DropdownMenuItem asChild>
            <Link href={href(`/products/${product.product_id}/edit`)} prefetch={false}>
              <Pencil aria-hidden="true" />
              {t("edit")}
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link href={`${place.product(product.product_id)}#movements`} prefetch={false}>
            <History aria-hidden="true" />
            {t("movements")}
          </Link>
        </DropdownMenuItem>
        {place.isWarehouse ? null : (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" onSelect={() => actions.ask("remove", product)}>
              <Trash2 aria-hidden="true" />
              {t("delete")}
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
