/** Owns the context in which a command runs the same handlers as support's pages (contract §16.3, §20.1). */
import type { Environment } from "@/lib/environment";
import { actOn, requireAccount } from "@/server/accounts";
import { systemClock } from "@/server/clock";
import type { AccountContext, Context } from "@/server/context";
import type { Db } from "@/server/db/transaction";

/** The context of a command; what belongs to no environment is recorded for production. */
export async function commandContext(db: Db): Promise<Context> {
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  return {
    requestId: "command",
    environment: "production",
    idempotencyKey: null,
    language: "en",
    address: "",
    now: systemClock,
    db,
    actor: { kind: "command", id: "0", role: "support", accountId: null },
    account: null,
    catalogueVersion: version,
  };
}

/** The context of a command on one account. @throws AdministrationError there is no such account */
export async function onAccount(
  ctx: Context,
  accountId: string,
  environment: Environment = ctx.environment,
): Promise<AccountContext> {
  await requireAccount(ctx.db, accountId);
  return actOn({ ...ctx, environment }, accountId, { operation: "runCommand", isRead: false });
}
