"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import type { Product } from "@/lib/contracts/product";
import { lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_MOVEMENTS, LIST_PRODUCTS, READ_PRODUCT } from "./operations";

/** Asks again for all that an action may have changed; a product is taken from the answer where that says it. */
export function useProductsChanged(): (product?: Product) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(
    async (product) => {
      if (product)
        client.setQueryData(lazyQueryFor(READ_PRODUCT, { product_id: product.product_id }, where).queryKey, product);
      const asked = [LIST_PRODUCTS, LIST_MOVEMENTS];
      await Promise.all(asked.map((lazily) => client.invalidateQueries({ queryKey: lazyKeyOf(lazily, where) })));
    },
    [client, where],
  );
}
