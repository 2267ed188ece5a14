"use client";

import { AtWarehouse } from "@/components/products/product-place";
import { ProductView } from "@/components/products/product-view";
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
        <ProductView productId={productId} page={page} />
      </AtWarehouse>
    </OnAccount>
  );
}
