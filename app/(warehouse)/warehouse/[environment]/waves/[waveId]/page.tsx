import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { readWave } from "@/lib/contracts/pickpack-bench";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as pickPack from "@/server/pick-pack";
import { WaveView } from "./wave-view";

type Props = PageProps<"/warehouse/[environment]/waves/[waveId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.waves"))("one") };
}

/** A wave: what to pick and where, then the orders to pack. */
export default async function WavePage({ params }: Props) {
  const { waveId } = await params;
  const { ctx } = await openPage({ part: "warehouse", params });
  if (ctx.account) redirect(`/warehouse/${ctx.environment}/waves/${waveId}`);
  const where = { environment: ctx.environment, accountId: null };
  const [wave, providers] = await Promise.all([
    orNotFound(prefetch(readWave, pickPack.readWave, { wave_id: waveId }, ctx, where)),
    providersFor(ctx),
  ]);
  return (
    <Prefetched answers={[wave]}>
      <WaveView key={waveId} waveId={waveId} providers={providers} />
    </Prefetched>
  );
}
