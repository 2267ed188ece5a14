"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import type { Sent } from "@/components/forms/contract-form";
import ProductForm from "@/components/products/product-form";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { bodyOfProduct, type ProductValues } from "@/lib/goods/product-form";

/** Makes a product, and leads to its page. */
export function NewProduct() {
  const t = useTranslations("products");
  const { href } = useWorkspace();
  const router = useRouter();
  const { send } = useOperation("createProduct");

  function finish(productId: string, message: string): Sent {
    toast.success(message);
    router.push(href(`/products/${productId}`));
    return "leaving";
  }

  async function create(values: ProductValues, idempotencyKey: string) {
    const made = await send(bodyOfProduct(values), { idempotencyKey });
    return finish(made.product_id, t("form.created", { sku: made.sku }));
  }

  return (
    <ProductForm
      submitLabel={t("form.create")}
      cancelHref={href("/products")}
      onSubmit={create}
      existed={(id) => finish(id, t("form.existed"))}
    />
  );
}
