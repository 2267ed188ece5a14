import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { keyOf, queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { countPickPack, listPickPack } from "@/lib/contracts/pickpack";
import { readQueue } from "@/lib/contracts/pickpack-queue";
import { paginationOf } from "@/lib/pagination";
import { warehouseContext } from "@/server/page-context";
import { providersFor } from "@/server/page-providers";
import * as pickPack from "@/server/pick-pack";
import { readQueueView } from "./queue-query";
import { laneQueryOf, listQueryOf } from "./queue-tabs";
import { QueueView } from "./queue-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.queue"))("title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What the warehouse has to do, over every merchant. */
export default async function QueuePage({ params, searchParams }: Props) {
  const { ctx, accountId } = await warehouseContext((await params).environment);
  if (accountId) redirect(`/warehouse/${ctx.environment}`);
  const { view, isWrong } = readQueueView(await searchParams);
  const listQuery = listQueryOf(view);
  const laneQuery = laneQueryOf(view);
  const where = { environment: ctx.environment, accountId: null };
  const [providers, counts, queue, { rows, total }] = await Promise.all([
    providersFor(ctx),
    pickPack.countPickPack(ctx),
    pickPack.readQueue(ctx, laneQuery),
    pickPack.listPickPack(ctx, listQuery),
  ]);
  return (
    <Prefetched
      answers={[
        [[...keyOf(countPickPack, where), {}], counts],
        [queryFor(readQueue, laneQuery, where).queryKey, queue],
        [queryFor(listPickPack, listQuery, where).queryKey, { data: rows, pagination: paginationOf(total, listQuery) }],
      ]}
    >
      <QueueView
        key={ctx.environment}
        view={view}
        isWrong={isWrong}
        providers={providers}
        today={hongKongDate(new Date())}
      />
    </Prefetched>
  );
}
