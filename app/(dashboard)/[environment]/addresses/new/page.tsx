import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";
import { AddressForm } from "../address-form";

type Props = PageProps<"/[environment]/addresses/new">;

const kindOf = (kind: unknown) => (kind === "sender" ? "sender" : "recipient");

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await getTranslations("addresses.new"))(kindOf((await searchParams).kind)) };
}

/** The form of a new address. */
export default async function NewAddressPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "newAddress", params });
  const kind = kindOf((await searchParams).kind);
  const t = await getTranslations("addresses");
  const list = pageHref(`/addresses?kind=${kind}`, ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader title={t(`new.${kind}`)} back={<TextLink href={list}>← {t("title")}</TextLink>} />
      <AddressForm key={`${ctx.environment} ${kind}`} kind={kind} />
    </>
  );
}
