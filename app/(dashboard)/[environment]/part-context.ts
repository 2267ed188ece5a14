import { notFound } from "next/navigation";
import type { Where } from "@/lib/api-client";
import { mayOpen } from "@/lib/page-rights";
import { type PageContext, pageContext } from "@/server/page-context";

/**
 * The context of a page of a part that not everybody who sees the dashboard sees, and where the browser sends its calls. For
 * others it does not exist.
 */
export async function partContext(
  params: Promise<{ environment: string }>,
  part: "settings" | "people" | "developers" | "clients" | "statements",
): Promise<PageContext & { where: Where }> {
  const context = await pageContext((await params).environment);
  if (!mayOpen(context.person.role, part)) notFound();
  const accountId = context.isStaff ? { accountId: context.account.id } : {};
  return { ...context, where: { environment: context.ctx.environment, ...accountId } };
}
