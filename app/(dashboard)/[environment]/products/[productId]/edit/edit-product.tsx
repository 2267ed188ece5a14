"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { UPDATE_PRODUCT } from "@/components/products/operations";
import ProductForm from "@/components/products/product-form";
import { useProductsChanged } from "@/components/products/products-changed";
import { toast } from "@/components/ui/toast";
import type { Product } from "@/lib/contracts/product";
import { callLazily } from "@/lib/lazy-contract";
import { changeOfProduct, type ProductValues } from "@/lib/product-form";

/** Changes a product, and leads back to its page. Only what is another than before is sent. */
export function EditProduct({ product }: { product: Product }) {
  const t = useTranslations("products.form");
  const { where, href } = usePlace();
  const router = useRouter();
  const changed = useProductsChanged();
  const page = href(`/products/${product.product_id}`);

  async function save(values: ProductValues) {
    const change = changeOfProduct(product, values);
    if (change) {
      await changed(await callLazily(UPDATE_PRODUCT, { product_id: product.product_id, ...change }, where));
      toast.success(t("saved", { sku: values.sku }));
    }
    router.push(page);
  }

  return <ProductForm product={product} submitLabel={t("save")} cancelHref={page} onSubmit={save} />;
}
