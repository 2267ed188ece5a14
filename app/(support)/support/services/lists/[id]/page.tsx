import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { readPickupFeed } from "@/lib/contracts/services";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import * as services from "@/server/services";
import { ListView } from "./list-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.services.list"))("title") };
}

/** A list of pickup points: what it changes or has changed, and whom it concerns. */
export default async function ListPage({ params }: PageProps<"/support/services/lists/[id]">) {
  const { id } = await params;
  const { ctx } = await openPage({ part: "support", shows: "readPickupFeed" });
  const where = { environment: ctx.environment, accountId: null };
  return (
    <Prefetched answers={[await orNotFound(prefetch(readPickupFeed, services.readPickupFeed, { id }, ctx, where))]}>
      <ListView id={id} />
    </Prefetched>
  );
}
