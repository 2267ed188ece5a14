import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { listWaves } from "@/lib/contracts/pickpack-bench";
import { readListQuery } from "@/lib/list-query";
import { paginationOf } from "@/lib/pagination";
import { warehouseContext } from "@/server/page-context";
import { providersFor } from "@/server/page-providers";
import * as pickPack from "@/server/pick-pack";
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
  const { query } = readListQuery(listWaves, await searchParams);
  const where = { environment: ctx.environment, accountId: null };
  const [providers, { rows, total }] = await Promise.all([providersFor(ctx), pickPack.listWaves(ctx, query)]);
  return (
    <Prefetched
      answers={[[queryFor(listWaves, query, where).queryKey, { data: rows, pagination: paginationOf(total, query) }]]}
    >
      <WaveList key={ctx.environment} query={query} providers={providers} today={hongKongDate(new Date())} />
    </Prefetched>
  );
}
