import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { type Answers, Prefetched } from "@/components/prefetched";
import { readTariff } from "@/lib/contracts/tariff";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as tariffs from "@/server/tariffs";
import { SheetView } from "./sheet-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tariffs"))("title") };
}

/** A sheet with its rows, what it would change, and what can be done with it. */
export default async function TariffPage({ params }: PageProps<"/support/tariffs/[id]">) {
  const { id } = await params;
  const { ctx } = await openPage({ part: "support", shows: "readTariff" });
  if (ctx.environment !== "production") redirect(`/support/tariffs/${encodeURIComponent(id)}`);
  if (!/^\w{1,40}$/.test(id)) notFound();
  const where = { environment: ctx.environment, accountId: null };
  const answers: Answers = [await orNotFound(prefetch(readTariff, tariffs.readTariff, { id }, ctx, where))];
  const services = Object.fromEntries((await providersFor(ctx)).map(({ code, name }) => [code, name]));
  return (
    <Prefetched answers={answers}>
      <SheetView id={id} services={services} />
    </Prefetched>
  );
}
