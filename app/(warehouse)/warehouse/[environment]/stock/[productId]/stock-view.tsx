"use client";

import { AtWarehouse } from "@/components/products/product-place";
import { ProductView } from "@/components/products/product-view";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OnAccount } from "@/components/warehouse/place";

/** A merchant's product as the warehouse sees it. */
export function StockView({
  account,
  productId,
  page,
}: {
  account: { id: string; name: string };
  productId: string;
  page: { limit: string; offset: string };
}) {
  return (
    <OnAccount account={account}>
      <AtWarehouse>
        <ShortcutsProvider>
          <ProductView productId={productId} page={page} />
        </ShortcutsProvider>
      </AtWarehouse>
    </OnAccount>
  );
}
