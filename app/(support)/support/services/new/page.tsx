import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listServices } from "@/lib/contracts/services";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as services from "@/server/services";
import { NewList } from "./new-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.services.new"))("title") };
}

/** Where a provider's whole list of pickup points is given, looked at and applied. */
export default async function NewListPage() {
  const { ctx } = await openPage({ part: "support", shows: "createPickupFeed" });
  const where = { environment: ctx.environment, accountId: null };
  return (
    <Prefetched answers={[await prefetch(listServices, services.listServices, {}, ctx, where)]}>
      <NewList />
    </Prefetched>
  );
}
