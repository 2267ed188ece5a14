import type { Where } from "@/lib/api-client";
import type { PageContext } from "@/server/page-context";
import { ordersContext } from "../orders-context";

/** The context of the item pages, and where the browser sends its calls. */
export async function itemsContext(params: Promise<{ environment: string }>): Promise<PageContext & { where: Where }> {
  const context = await ordersContext(params);
  const { ctx, account, isStaff } = context;
  return { ...context, where: { environment: ctx.environment, accountId: isStaff ? account.id : null } };
}
