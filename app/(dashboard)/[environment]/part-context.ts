import { notFound } from "next/navigation";
import { mayOpen } from "@/lib/page-rights";
import { type PageContext, pageContext } from "@/server/page-context";

/**
 * The context of a page of a part that not everybody who sees the dashboard sees: for others it does not exist.
 */
export async function partContext(
  params: Promise<{ environment: string }>,
  part: "settings" | "people" | "developers" | "clients" | "statements",
): Promise<PageContext> {
  const context = await pageContext((await params).environment);
  if (!mayOpen(context.person.role, part)) notFound();
  return context;
}
