import { sql } from "kysely";
import type { AccountContext } from "@/server/context";

/** So long the same person's same look stands for itself: screens of the warehouse ask every few seconds. */
const SAME_LOOK = "10 minutes";

/** Records that staff changed a merchant's data (decisions §1.7); the account is the request's unless given. */
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

/**
 * Records that staff looked into merchants' data (decisions §1.7), unless they did so minutes ago; the account is the
 * request's unless given.
 */
export async function recordLook(
  ctx: AccountContext,
  operation: string,
  objectId?: string,
  accountIds: readonly string[] = [ctx.account.id],
): Promise<void> {
  const actor = `${ctx.actor.kind}:${ctx.actor.id}`;
  const object = objectId ?? null;
  await sql`
    insert into audit_log (actor, role, account_id, environment, operation, object_id, request_id)
    select ${actor}, ${ctx.actor.role}, looked.id, ${ctx.environment}, ${operation}, ${object}, ${ctx.requestId}
    from unnest(${[...new Set(accountIds)]}::bigint[]) as looked (id)
    where not exists (
      select 1 from audit_log l
      where l.actor = ${actor} and l.account_id = looked.id and l.operation = ${operation}
        and l.environment = ${ctx.environment} and l.object_id is not distinct from ${object}::text
        and l.at > now() - ${SAME_LOOK}::interval)`.execute(ctx.db);
}
