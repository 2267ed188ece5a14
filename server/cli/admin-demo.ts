/** Commands for the demonstration's sign-ins and clients (contract §8.7). */
import { enableDemo, endDemo, recordAudit } from "@/server/accounts";
import { type Command, command, flag } from "@/server/cli/admin-command";
import type { Context } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";

function switchDemo(ctx: Context, enabled: boolean, change: typeof endDemo): Promise<object> {
  return withTransaction(ctx.db, async (tx) => {
    const people = await change(tx);
    await recordAudit({ ...ctx, db: tx }, [null], {
      operation: enabled ? "enableDemonstration" : "endDemonstration",
    });
    return { enabled, ...people };
  });
}

export const DEMONSTRATION: Readonly<Record<string, Command>> = {
  enable: command({
    usage: "[--exposed]",
    does: "lets the demonstration's people and API clients in again; where others can reach the server only with --exposed",
    options: { exposed: flag },
    read(values) {
      const { exposed = false } = values;
      return (ctx, { isExposed }) => switchDemo(ctx, true, (tx) => enableDemo(tx, { isExposed, exposed }));
    },
  }),
  disable: command({
    usage: "",
    does: "disables the demonstration's people and API clients, and ends their sessions and tokens",
    options: {},
    read: () => (ctx) => switchDemo(ctx, false, endDemo),
  }),
};
