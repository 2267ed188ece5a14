import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.addresses"))("title") };
}

/** Addresses from a file. */
export default function ImportAddressesPage(page: PageProps<"/[environment]/addresses/import">) {
  return <ImportsPage kind="addresses" {...page} />;
}
