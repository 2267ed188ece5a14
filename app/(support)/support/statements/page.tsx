import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listStatementImports } from "@/lib/contracts/statement-import";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as statements from "@/server/statements";
import { ImportView } from "./import-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.statements"))("title") };
}

/** Where carriers' invoices and lists of payouts are imported into the statements of all merchants. */
export default async function StatementsPage() {
  const { ctx } = await openPage({ part: "support", shows: "importStatementLines" });
  // Testing has no statements.
  if (ctx.environment !== "production") redirect("/support/statements");
  const where = { environment: ctx.environment, accountId: null };
  const answers = [
    await prefetch(
      listStatementImports,
      statements.listStatementImports,
      { state: "WAITING", ...ALL_ROWS },
      ctx,
      where,
    ),
  ];
  return (
    <Prefetched answers={answers}>
      <ImportView />
    </Prefetched>
  );
}
