import type { Context } from "@/server/context";
import { type Act, changed, type Facts, recordAudit } from "./audit";

/** What a change is about: how its facts are read, before it and after, and what names it once it is done. */
export type Changing<T> = { read: () => Promise<Facts>; nameOf: (done: T) => string | undefined };

/**
 * Runs what staff change on a merchant's account, in the transaction `ctx.db`, and records it with what it changed
 * (contract §20.1).
 */
export async function recordChange<T>(
  ctx: Context & { account: NonNullable<Context["account"]> },
  act: Act,
  { read, nameOf }: Changing<T>,
  work: () => Promise<T>,
): Promise<T> {
  const before = await read();
  const done = await work();
  const facts = changed(before, await read());
  await recordAudit(ctx, [ctx.account.id], {
    ...act,
    objectId: act.objectId ?? nameOf(done),
    ...(Object.keys(facts.before).length > 0 && { before: facts.before }),
    after: { ...act.after, ...facts.after },
  });
  return done;
}
