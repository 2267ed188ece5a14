import type { AccountContext } from "@/server/context";

/** Records that staff looked into or changed a merchant's data (decisions §1.7); the account is the request's unless given. */
export async function recordAudit(
  ctx: AccountContext,
  operation: string,
  objectId?: string,
  accountId = ctx.account.id,
): Promise<void> {
  await ctx.db
    .insertInto("audit_log")
    .values({
      actor: `${ctx.actor.kind}:${ctx.actor.id}`,
      role: ctx.actor.role,
      account_id: accountId,
      environment: ctx.environment,
      operation,
      object_id: objectId ?? null,
      request_id: ctx.requestId,
    })
    .execute();
}
