import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.products"))("title") };
}

/** Products from a file. */
export default function ImportProductsPage(page: PageProps<"/[environment]/products/import">) {
  return <ImportsPage kind="products" {...page} />;
}
