"use client";

import { ProductList } from "@/components/products/product-list";
import { AtWarehouse } from "@/components/products/product-place";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OnAccount } from "@/components/warehouse/place";
import type { ListProductsQuery } from "@/lib/contracts/product";

/** A merchant's products for the warehouse: a scanned code opens its product. */
export function StockList({
  account,
  query,
  isWrong,
}: {
  account: { id: string; name: string };
  query: ListProductsQuery;
  isWrong: boolean;
}) {
  return (
    <OnAccount account={account}>
      <AtWarehouse>
        <ShortcutsProvider>
          <ProductList query={query} isWrong={isWrong} />
        </ShortcutsProvider>
      </AtWarehouse>
    </OnAccount>
  );
}
