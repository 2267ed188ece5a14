import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { addDays, hongKongDate } from "@/lib/calendar";
import { Download } from "@/server/handler";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { providersFor } from "@/server/pages/providers";
import * as tariffs from "@/server/tariffs";
import { SheetForm } from "./sheet-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tariffs"))("form.title") };
}

/** A new sheet: from the rows of another one (`?from=ID`), or the first of a service (`?provider=CODE`). */
export default async function NewTariffPage({ searchParams }: PageProps<"/support/tariffs/new">) {
  const { from, provider } = await searchParams;
  const { ctx } = await openPage({ part: "support", shows: "proposeTariff" });
  if (ctx.environment !== "production") redirect("/support/tariffs");
  const providers = await providersFor(ctx);
  const services = Object.fromEntries(providers.map(({ code, name }) => [code, name]));
  const tomorrow = addDays(hongKongDate(new Date()), 1);
  if (typeof from === "string") {
    const sheet = await orNotFound(tariffs.readTariff(ctx, { id: from }));
    if (sheet instanceof Download) notFound();
    return <SheetForm {...sheet} tomorrow={tomorrow} services={services} />;
  }
  const service = providers.find(({ code }) => code === provider);
  if (!service) redirect("/support/tariffs");
  return <SheetForm kind="TARIFF" provider={service.code} rows={[{}]} tomorrow={tomorrow} services={services} />;
}
