import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import * as addresses from "@/server/addresses";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { AddressForm } from "../address-form";

type Props = PageProps<"/[environment]/addresses/[addressId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("addresses"))("one") };
}

/** A saved address, to be changed. */
export default async function AddressPage({ params }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const address = await orNotFound(addresses.readAddress(ctx, { id: (await params).addressId }));
  const t = await getTranslations("addresses");
  const list = pageHref(`/addresses?kind=${address.kind}`, ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={address.party.name ?? t("noName")}
        description={t("usedBy", { count: address.use_count })}
        back={<TextLink href={list}>← {t("title")}</TextLink>}
      />
      <AddressForm key={address.id} address={address} kind={address.kind} />
    </>
  );
}
