"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { usePlace } from "@/components/environment";
import { CREATE_PRODUCT } from "@/components/products/operations";
import ProductForm from "@/components/products/product-form";
import { useProductsChanged } from "@/components/products/products-changed";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { callLazily } from "@/lib/lazy-contract";
import { bodyOfProduct, type ProductValues } from "@/lib/product-form";

/** Makes a product, and leads to its page. */
export function NewProduct() {
  const t = useTranslations("products");
  const { where, href } = usePlace();
  const router = useRouter();
  const changed = useProductsChanged();
  const key = useRef<string | null>(null);

  function finish(productId: string, message: string) {
    void changed();
    toast.success(message);
    router.push(href(`/products/${productId}`));
  }

  async function create(values: ProductValues) {
    // One key for all attempts: a second press, or a lost answer, makes no second product.
    key.current ??= newIdempotencyKey();
    try {
      const options = { ...where, idempotencyKey: key.current };
      const made = await callLazily(CREATE_PRODUCT, bodyOfProduct(values), options);
      finish(made.product_id, t("form.created", { sku: made.sku }));
    } catch (error) {
      const existing = error instanceof ApiFailure && error.code === "500998" ? error.extra.id : undefined;
      if (typeof existing !== "string") throw error;
      finish(existing, t("form.existed"));
    }
  }

  return <ProductForm submitLabel={t("form.create")} cancelHref={href("/products")} onSubmit={create} />;
}
