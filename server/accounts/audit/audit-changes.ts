import type { Context } from "@/server/context";
import { type Act, changedFacts, type Facts, recordAudit } from "./audit";

/** How the facts are read that a change may change, once it is `done` too, and what is known of it then. */
export type Changing<T> = { read: (done?: T) => Promise<Facts>; ends?: (done: T) => Pick<Act, "objectId" | "after"> };

/**
 * Runs what staff change on a merchant's account, in the transaction `ctx.db`, and records it with what it changed
 * (contract §20.1).
 */
export async function recordChange<T>(
  ctx: Context,
  accountId: string,
  act: Act,
  { read, ends = () => ({}) }: Changing<T>,
  work: () => Promise<T>,
): Promise<T> {
  const before = await read();
  const done = await work();
  const facts = changedFacts(before, await read(done));
  const { after, ...end } = ends(done);
  await recordAudit(ctx, [accountId], {
    ...act,
    ...end,
    ...(Object.keys(facts.before).length > 0 && { before: facts.before }),
    after: { ...after, ...facts.after },
  });
  return done;
}
