import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listStatements } from "@/lib/contracts/statement";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as statements from "@/server/statements";
import { StatementsView } from "./statements-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.statements") };
}

/** What each month cost, and the cash that was collected. */
export default async function StatementsPage({ params }: PageProps<"/[environment]/settings/statements">) {
  const { ctx, where } = await openPage({ part: "statements", params });
  return (
    <Prefetched answers={[await prefetch(listStatements, statements.listStatements, ALL_ROWS, ctx, where)]}>
      <StatementsView />
    </Prefetched>
  );
}
