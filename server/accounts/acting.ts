import { notFound } from "@/lib/errors";
import type { AccountContext, Context } from "@/server/context";
import { maySee, requireUsableAccount } from "./access";
import { recordRead } from "./audit/audit";

/**
 * The context of staff who named something that belongs to an account instead of the account itself. They are refused
 * and looks are audited as if they had named the account (contract §11.4); who changes something uses `recordChange`.
 * @throws ApiError NOT_FOUND; 403010 and 403020 when the account may not use the service and the call does more than
 * read
 */
export async function actOn(
  ctx: Context,
  accountId: string,
  call: { operation: string; objectId?: string; isRead: boolean },
): Promise<AccountContext> {
  const row = await ctx.db
    .selectFrom("accounts")
    .select(["id", "name", "pick_pack", "default_local_provider", "remarks_to_packer"])
    .select(["rules_testing", "rules_production", "payment_plan", "suspended"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!row || !maySee(ctx.actor.role, row)) throw notFound();
  requireUsableAccount({ actor: ctx.actor, suspended: row.suspended, paymentPlan: row.payment_plan }, call.isRead);
  const account = {
    id: row.id,
    name: row.name,
    pickPack: row.pick_pack,
    defaultLocalProvider: row.default_local_provider,
    remarksToPacker: row.remarks_to_packer,
    rules: { testing: row.rules_testing, production: row.rules_production },
  };
  const acting: AccountContext = { ...ctx, account };
  if (call.isRead) await recordRead(acting, [account.id], call.operation, call.objectId);
  return acting;
}
