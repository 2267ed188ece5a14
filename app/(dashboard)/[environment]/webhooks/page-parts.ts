import { notFound, redirect } from "next/navigation";
import type { Where } from "@/lib/api-client";
import { MERCHANT_OR_SUPPORT, type Role } from "@/lib/contracts/contract";
import { type PageContext, pageContext } from "@/server/page-context";

/** The context of a page of webhooks, which are the merchant's and support's, and where the browser asks on. */
export async function webhooksContext(
  params: Promise<{ environment: string }>,
): Promise<PageContext & { where: Where }> {
  const context = await pageContext((await params).environment);
  const { ctx, account, isStaff, person } = context;
  if (person.role === "warehouse") redirect("/warehouse");
  if (!(MERCHANT_OR_SUPPORT as readonly Role[]).includes(person.role)) notFound();
  return { ...context, where: { environment: ctx.environment, accountId: isStaff ? account.id : null } };
}
