/** Commands for the demonstration's sign-ins and clients (contract §8.7). */
import { enableDemonstration, endDemonstration, recordCommand } from "@/server/accounts";
import { type Command, command, flag } from "@/server/cli/admin-command";
import { type Db, withTransaction } from "@/server/db/transaction";

function recorded(db: Db, enabled: boolean, change: typeof endDemonstration): Promise<object> {
  return withTransaction(db, async (tx) => {
    const people = await change(tx);
    await recordCommand(tx, { accountId: null, operation: enabled ? "enableDemonstration" : "endDemonstration" });
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
      return (db, { isExposed }) => recorded(db, true, (tx) => enableDemonstration(tx, { isExposed, exposed }));
    },
  }),
  disable: command({
    usage: "",
    does: "disables the demonstration's people and API clients, and ends their sessions and tokens",
    options: {},
    read: () => (db) => recorded(db, false, endDemonstration),
  }),
};
