import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { readWave } from "@/lib/contracts/pickpack-bench";
import { warehouseContext } from "@/server/page-context";
import { found } from "@/server/page-found";
import { providersFor } from "@/server/page-providers";
import * as pickPack from "@/server/pick-pack";
import { WaveView } from "./wave-view";

type Props = { params: Promise<{ environment: string; waveId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.waves"))("pageTitle", { wave: (await params).waveId }) };
}

/** A wave: what to pick and where, then the orders to pack. */
export default async function WavePage({ params }: Props) {
  const { environment, waveId } = await params;
  const { ctx, accountId } = await warehouseContext(environment);
  if (accountId) redirect(`/warehouse/${ctx.environment}/waves/${waveId}`);
  const [wave, providers] = await Promise.all([found(pickPack.readWave(ctx, { wave_id: waveId })), providersFor(ctx)]);
  const where = { environment: ctx.environment, accountId: null };
  return (
    <Prefetched answers={[[queryFor(readWave, { wave_id: wave.wave_id }, where).queryKey, wave]]}>
      <WaveView key={wave.wave_id} waveId={wave.wave_id} providers={providers} />
    </Prefetched>
  );
}
