import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/components/ui/page-header";
import { deskOf } from "@/lib/orders/price-desk";
import { openPage } from "@/server/pages/context";
import { PriceDesk } from "./price-desk";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("priceDesk"))("title") };
}

type Props = PageProps<"/[environment]/rates">;

/** What sending something would cost with each service, without an order. The address holds what is asked. */
export default async function RatesPage({ params, searchParams }: Props) {
  await openPage({ part: "dashboard", params });
  const asked = await searchParams;
  const shipType = asked.type === "intl" ? "intl" : "local";
  const t = await getTranslations("priceDesk");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <PriceDesk key={shipType} initial={deskOf(shipType, asked)} />
    </>
  );
}
