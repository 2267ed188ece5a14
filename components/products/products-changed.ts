"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import { keyOf, queryFor } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import type { OperationId } from "@/lib/operations";

/** Reads products and items again, which are the same rows; a product is taken from the answer if it is there. */
export function useProductsChanged(): (product?: Product) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(
    async (product) => {
      const asked: OperationId[] = ["listProducts", "listItems", "listMovements"];
      if (product)
        client.setQueryData(queryFor("readProduct", { product_id: product.product_id }, where).queryKey, product);
      else asked.push("readProduct");
      await Promise.all(asked.map((id) => client.invalidateQueries({ queryKey: keyOf(id, where) })));
    },
    [client, where],
  );
}
