import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { listBoxes } from "@/lib/contracts/box";
import { readDefaults } from "@/lib/contracts/defaults";
import { listProviders } from "@/lib/contracts/rate";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as carriers from "@/server/carriers";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { DefaultsView } from "./defaults-view";

type Props = PageProps<"/[environment]/settings/defaults">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.defaults") };
}

/** What the account's new orders begin with; `?type=` says of which kind. */
export default async function DefaultsPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "settings", params });
  const shipType = (await searchParams).type === "intl" ? "intl" : "local";
  const answers = await Promise.all([
    prefetch(readDefaults, orders.readDefaults, {}, ctx, where),
    prefetch(listBoxes, orders.listBoxes, ALL_ROWS, ctx, where),
    prefetch(listProviders, carriers.listProviders, { ship_type: shipType }, ctx, where),
  ]);
  return (
    <PageMessages parts={["settings", "orderForm", "documents"]}>
      <Prefetched answers={answers}>
        <DefaultsView shipType={shipType} />
      </Prefetched>
    </PageMessages>
  );
}
