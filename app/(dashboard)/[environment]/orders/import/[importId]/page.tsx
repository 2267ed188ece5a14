import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportPage } from "../../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.orders"))("title") };
}

/** One import of orders. */
export default function ImportOrdersByIdPage(page: PageProps<"/[environment]/orders/import/[importId]">) {
  return <ImportPage kind="orders" {...page} />;
}
