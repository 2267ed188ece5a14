import type { Where } from "@/lib/api-client";
import { type PageContext, pageContext } from "@/server/page-context";

/** The context of a webhook page, and where the browser sends its calls. */
export async function webhooksContext(
  params: Promise<{ environment: string }>,
): Promise<PageContext & { where: Where }> {
  const context = await pageContext((await params).environment);
  const { ctx, account, isStaff } = context;
  return { ...context, where: { environment: ctx.environment, accountId: isStaff ? account.id : null } };
}
