import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { supportContext } from "@/server/page-context";
import { ImportView } from "./import-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.statements"))("title") };
}

/** Where carriers' invoices and lists of payouts are imported into the statements of all merchants. */
export default async function StatementsPage() {
  const { ctx } = await supportContext("importStatementLines");
  // Testing has no statements.
  if (ctx.environment !== "production") redirect("/support/statements");
  return <ImportView />;
}
