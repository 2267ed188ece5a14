"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import { keyOf, queryFor } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import type { OperationId } from "@/lib/operations";

/** Reads everything again that an action may have changed; a product is taken from the answer if it is there. */
export function useProductsChanged(): (product?: Product) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(
    async (product) => {
      if (product)
        client.setQueryData(queryFor("readProduct", { product_id: product.product_id }, where).queryKey, product);
      const asked: OperationId[] = ["listProducts", "listMovements"];
      await Promise.all(asked.map((id) => client.invalidateQueries({ queryKey: keyOf(id, where) })));
    },
    [client, where],
  );
}
