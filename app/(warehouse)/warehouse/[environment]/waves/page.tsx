import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { hongKongDate } from "@/lib/calendar";
import { listWaves } from "@/lib/contracts/pickpack-bench";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as pickPack from "@/server/pick-pack";
import { WaveList } from "./wave-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.waves"))("title") };
}

type Props = PageProps<"/warehouse/[environment]/waves">;

/** The waves of the warehouse, newest first. */
export default async function WavesPage({ params, searchParams }: Props) {
  const { ctx } = await openPage({ part: "warehouse", params });
  if (ctx.account) redirect(`/warehouse/${ctx.environment}/waves`);
  const view = readListQuery(listWaves, await searchParams);
  const where = { environment: ctx.environment, accountId: null };
  const [providers, waves] = await Promise.all([
    providersFor(ctx),
    prefetch(listWaves, pickPack.listWaves, view.query, ctx, where),
  ]);
  return (
    <Prefetched answers={[waves]}>
      <WaveList key={ctx.environment} view={view} providers={providers} today={hongKongDate(new Date())} />
    </Prefetched>
  );
}
