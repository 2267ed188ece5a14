import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { countQueryOf, laneQueryOf, listQueryOf } from "@/components/warehouse/queue-tabs";
import { hongKongDate } from "@/lib/calendar";
import { countPickPack, listPickPack } from "@/lib/contracts/pickpack";
import { readQueue } from "@/lib/contracts/pickpack-queue";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as pickPack from "@/server/pick-pack";
import { readQueueView } from "./queue-query";
import { QueueView } from "./queue-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.queue"))("title") };
}

type Props = PageProps<"/warehouse/[environment]">;

/** What the warehouse has to do, for all merchants. */
export default async function QueuePage({ params, searchParams }: Props) {
  const { ctx } = await openPage({ part: "warehouse", params });
  if (ctx.account) redirect(`/warehouse/${ctx.environment}`);
  const view = readQueueView(await searchParams);
  const listQuery = listQueryOf(view.query);
  const laneQuery = laneQueryOf(view.query);
  const where = { environment: ctx.environment, accountId: null };
  const [providers, ...answers] = await Promise.all([
    providersFor(ctx),
    prefetch(countPickPack, pickPack.countPickPack, countQueryOf(view.query), ctx, where),
    prefetch(readQueue, pickPack.readQueue, laneQuery, ctx, where),
    prefetch(listPickPack, pickPack.listPickPack, listQuery, ctx, where),
  ]);
  return (
    <Prefetched answers={answers}>
      <QueueView key={ctx.environment} view={view} providers={providers} today={hongKongDate(new Date())} />
    </Prefetched>
  );
}
