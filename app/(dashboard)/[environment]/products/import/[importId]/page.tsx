import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportPage } from "../../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.products"))("title") };
}

/** One import of products. */
export default function ImportProductsByIdPage(page: PageProps<"/[environment]/products/import/[importId]">) {
  return <ImportPage kind="products" {...page} />;
}
