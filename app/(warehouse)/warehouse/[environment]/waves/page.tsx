import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { providersFor } from "@/app/(dashboard)/[environment]/orders/page-parts";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { listWaves } from "@/lib/contracts/pickpack-bench";
import { paginationOf } from "@/lib/pagination";
import { warehouseContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";
import { readPaging } from "./paging";
import { WaveList } from "./wave-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.waves"))("title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The waves of the warehouse, the newest first. */
export default async function WavesPage({ params, searchParams }: Props) {
  const { ctx, accountId } = await warehouseContext((await params).environment);
  if (accountId) redirect(`/warehouse/${ctx.environment}/waves`);
  const paging = readPaging(await searchParams);
  const where = { environment: ctx.environment, accountId: null };
  const [providers, { rows, total }] = await Promise.all([providersFor(ctx), pickPack.listWaves(ctx, paging)]);
  return (
    <Prefetched
      answers={[[queryFor(listWaves, paging, where).queryKey, { data: rows, pagination: paginationOf(total, paging) }]]}
    >
      <WaveList key={ctx.environment} paging={paging} providers={providers} today={hongKongDate(new Date())} />
    </Prefetched>
  );
}
