import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { listBoxes } from "@/lib/contracts/box";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { BoxesView } from "./boxes-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.boxes") };
}

/** What the account packs in, in the environment. */
export default async function BoxesPage({ params }: PageProps<"/[environment]/settings/boxes">) {
  const { ctx, where } = await openPage({ part: "settings", params });
  const answers = [await prefetch(listBoxes, orders.listBoxes, ALL_ROWS, ctx, where)];
  return (
    <PageMessages parts={["settings", "boxes", "orderForm"]}>
      <Prefetched answers={answers}>
        <BoxesView />
      </Prefetched>
    </PageMessages>
  );
}
