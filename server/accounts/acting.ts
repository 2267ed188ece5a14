import { notFound } from "@/lib/errors";
import type { AccountContext, Context } from "@/server/context";
import { judgeAccount } from "./access";
import { recordAudit, recordLook } from "./audit";

/**
 * The context of staff who act on an account by naming a thing of it instead of the account itself: refused and audited
 * as if they had named it (decisions §1.7).
 * @throws ApiError NOT_FOUND; 403010 and 403020 when more than a look is wanted of an account that may not use the service
 */
export async function actOn(
  ctx: Context,
  accountId: string,
  call: { operation: string; objectId?: string; isLook: boolean },
): Promise<AccountContext> {
  const row = await ctx.db
    .selectFrom("accounts")
    .select(["id", "name", "pick_pack", "default_local_provider", "payment_plan", "suspended"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (!call.isLook) judgeAccount({ suspended: row.suspended, paymentPlan: row.payment_plan });
  const account = {
    id: row.id,
    name: row.name,
    pickPack: row.pick_pack,
    defaultLocalProvider: row.default_local_provider,
  };
  const acting: AccountContext = { ...ctx, account };
  await (call.isLook ? recordLook : recordAudit)(acting, call.operation, call.objectId);
  return acting;
}
