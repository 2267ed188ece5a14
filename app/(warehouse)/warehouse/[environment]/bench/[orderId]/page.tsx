import { Files } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { OrderBench } from "@/components/warehouse/bench/order-bench";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { ApiError } from "@/lib/errors";
import type { Context } from "@/server/context";
import { openPage } from "@/server/pages/context";
import * as pickPack from "@/server/pick-pack";

type Props = PageProps<"/warehouse/[environment]/bench/[orderId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("warehouse.bench"))("orderTitle", { order: (await params).orderId }) };
}

/** Null: several accounts have an order with this number, and the address does not name one. */
async function benchOf(ctx: Context, orderId: string): Promise<Bench | null> {
  if (!/^\d{1,20}$/.test(orderId)) notFound();
  try {
    return await pickPack.readBench(ctx, { order_id: orderId });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === "NOT_FOUND") notFound();
    if (error.problems?.some(({ key }) => key === "accountRequired")) return null;
    throw error;
  }
}

/** The packing bench of one order. */
export default async function OrderBenchPage({ params }: Props) {
  const { environment, orderId } = await params;
  const { ctx } = await openPage({ part: "warehouse", params });
  const bench = await benchOf(ctx, orderId);
  if (bench) return <OrderBench key={bench.order_id} initial={bench} />;
  const t = await getTranslations("warehouse.bench.several");
  return (
    <EmptyState
      icon={Files}
      title={t("title")}
      description={t("text")}
      actions={<LinkButton href={`/warehouse/${environment}`}>{t("toQueue")}</LinkButton>}
    />
  );
}
