/** Commands for closing, exporting and erasing an account (docs/privacy.md). */
import { type Command, CommandError, commandWithId, flag, required, text } from "@/server/cli/admin-command";
import { closeAccount, eraseAccount, exportAccount } from "@/server/personal-data";

function requireYes(yes: boolean | undefined, what: string): void {
  if (!yes) throw new CommandError(`This ${what}. Add --yes to do it.`);
}

/** `account close|export|erase ID`. */
export const ACCOUNT_DATA: Readonly<Record<string, Command>> = {
  close: commandWithId({
    usage: "ID --yes",
    does: "closes an account: its people can no longer sign in, its clients and tokens end; its data stays",
    options: { yes: flag },
    read(id, values) {
      requireYes(values.yes, "signs out and disables all people of the account and ends its API clients");
      return async (ctx) => ({ account_id: id, closed: true, ...(await closeAccount(ctx, id)) });
    },
  }),
  export: commandWithId({
    usage: "ID --to FILE",
    does: "writes all data of an account, without secrets, to a new file: a line of JSON for each row",
    options: { to: text },
    read(id, values) {
      const to = required(values.to, "to");
      return async (ctx) => ({ account_id: id, file: to, rows: await exportAccount(ctx, id, to) });
    },
  }),
  erase: commandWithId({
    usage: "ID --yes",
    does: "erases the personal data of a closed account for good; figures and the audit log stay",
    options: { yes: flag },
    read(id, values) {
      requireYes(values.yes, "erases the personal data of all orders and people of the account for good");
      return async (ctx) => ({ account_id: id, erased: true, ...(await eraseAccount(ctx, id)) });
    },
  }),
};
