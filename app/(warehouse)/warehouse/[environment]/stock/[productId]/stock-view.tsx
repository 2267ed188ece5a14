"use client";

import { AtWarehouse } from "@/components/products/product-place";
import { ProductView } from "@/components/products/product-view";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OnAccount } from "@/components/warehouse/workspace";
import type { ListMovementsQuery } from "@/lib/contracts/product";
import type { ListView } from "@/lib/lists/list-url";

/** A merchant's product as the warehouse sees it. */
export function StockView({
  account,
  productId,
  view,
}: {
  account: { id: string; name: string };
  productId: string;
  view: ListView<ListMovementsQuery>;
}) {
  return (
    <OnAccount account={account}>
      <AtWarehouse>
        <ShortcutsProvider>
          <ProductView productId={productId} view={view} />
        </ShortcutsProvider>
      </AtWarehouse>
    </OnAccount>
  );
}
