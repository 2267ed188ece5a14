import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";
import { AddressImport } from "./address-import";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("addresses.import"))("title") };
}

/** Addresses from a file: choose it, see what is wrong, import what is right. */
export default async function ImportAddressesPage({ params }: PageProps<"/[environment]/addresses/import">) {
  const { ctx, where } = await openPage({ part: "newAddress", params });
  const t = await getTranslations("addresses");
  const list = pageHref("/addresses", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={t("import.title")}
        description={t("import.about")}
        back={<TextLink href={list}>← {t("title")}</TextLink>}
      />
      <AddressImport key={ctx.environment} />
    </>
  );
}
