import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listBoxes } from "@/lib/contracts/box";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { deskOf } from "@/lib/orders/price-desk";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { PriceDesk } from "./price-desk";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("priceDesk"))("title") };
}

type Props = PageProps<"/[environment]/rates">;

/** What sending something would cost with each service, without an order. The address holds what is asked. */
export default async function RatesPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const asked = await searchParams;
  const shipType = asked.type === "intl" ? "intl" : "local";
  const t = await getTranslations("priceDesk");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={[await prefetch(listBoxes, orders.listBoxes, ALL_ROWS, ctx, where)]}>
        <PriceDesk key={shipType} initial={deskOf(shipType, asked)} />
      </Prefetched>
    </>
  );
}
