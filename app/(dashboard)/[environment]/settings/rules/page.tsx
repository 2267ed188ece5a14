import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { listRules } from "@/lib/contracts/shipping-rule";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import { RulesView } from "./rules-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.rules") };
}

/** What becomes of the account's new orders by itself, in the environment. */
export default async function RulesPage({ params }: PageProps<"/[environment]/settings/rules">) {
  const { ctx, where } = await openPage({ part: "settings", params });
  const answers = await Promise.all([prefetch(listRules, orders.listRules, ALL_ROWS, ctx, where)]);
  return (
    <PageMessages parts={["settings", "rules", "ruleWords", "orderForm"]}>
      <Prefetched answers={answers}>
        <RulesView providers={await providersFor(ctx)} />
      </Prefetched>
    </PageMessages>
  );
}
