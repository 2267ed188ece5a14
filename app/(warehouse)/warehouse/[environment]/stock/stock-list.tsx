"use client";

import { ProductList } from "@/components/products/product-list";
import { AtWarehouse } from "@/components/products/product-place";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OnAccount } from "@/components/warehouse/workspace";
import type { ListProductsQuery } from "@/lib/contracts/product";
import type { ListView } from "@/lib/lists/list-url";

/** A merchant's products for the warehouse: a scanned code opens its product. */
export function StockList({
  account,
  view,
}: {
  account: { id: string; name: string };
  view: ListView<ListProductsQuery>;
}) {
  return (
    <OnAccount account={account}>
      <AtWarehouse>
        <ShortcutsProvider>
          <ProductList view={view} />
        </ShortcutsProvider>
      </AtWarehouse>
    </OnAccount>
  );
}
