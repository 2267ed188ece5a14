import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportPage } from "../../../import-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports.of.addresses"))("title") };
}

/** One import of addresses. */
export default function ImportAddressesByIdPage(page: PageProps<"/[environment]/addresses/import/[importId]">) {
  return <ImportPage kind="addresses" {...page} />;
}
