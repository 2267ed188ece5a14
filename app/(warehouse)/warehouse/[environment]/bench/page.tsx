import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FindOrder } from "@/components/warehouse/bench/find-order";
import { openPage } from "@/server/pages/context";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.bench"))("title") };
}

/** The packing bench before an order is scanned. */
export default async function BenchPage({ params }: PageProps<"/warehouse/[environment]/bench">) {
  await openPage({ part: "warehouse", params });
  return <FindOrder />;
}
