import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.orders"))("title") };
}

/** Orders from a file. */
export default function ImportOrdersPage(page: PageProps<"/[environment]/orders/import">) {
  return <ImportsPage kind="orders" {...page} />;
}
