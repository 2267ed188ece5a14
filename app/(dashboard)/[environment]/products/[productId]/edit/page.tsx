import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import * as goods from "@/server/goods";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { EditProduct } from "./edit-product";

type Props = PageProps<"/[environment]/products/[productId]/edit">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("form.edit") };
}

/** The form of an existing product. */
export default async function EditProductPage({ params }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const product = await orNotFound(goods.readProduct(ctx, { product_id: (await params).productId }));
  const t = await getTranslations("products");
  const back = pageHref(`/products/${product.product_id}`, ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={t("form.edit")}
        back={
          <TextLink href={back} className="break-all">
            ← {product.sku}
          </TextLink>
        }
      />
      <EditProduct key={product.product_id} product={product} />
    </>
  );
}
