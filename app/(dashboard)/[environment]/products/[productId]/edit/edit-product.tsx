"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useWorkspace } from "@/components/environment";
import type { Sent } from "@/components/forms/contract-form";
import ProductForm from "@/components/products/product-form";
import { useOperation } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { changeOfProduct, type ProductValues } from "@/lib/goods/product-form";

/** Changes a product and returns to its page. Only differences are sent. */
export function EditProduct({ product }: { product: Product }) {
  const t = useTranslations("products.form");
  const { where, href } = useWorkspace();
  const router = useRouter();
  const { send } = useOperation("updateProduct");
  const id = { product_id: product.product_id };
  const page = href(`/products/${product.product_id}`);
  /** The product as it was read last. */
  const read = useRef(product);

  async function save(values: ProductValues): Promise<Sent> {
    const change = changeOfProduct(read.current, values);
    const { revision } = read.current;
    if (change) await send({ ...id, ...change, revision }, { done: t("saved", { sku: values.sku }) });
    router.push(page);
    return "leaving";
  }

  async function reread() {
    read.current = await call("readProduct", id, where);
    return read.current;
  }

  return <ProductForm product={product} submitLabel={t("save")} cancelHref={page} onSubmit={save} reread={reread} />;
}
