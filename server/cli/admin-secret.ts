/** Changes APP_SECRET (contract §16.8). */
import { recordAudit } from "@/server/accounts";
import { type Command, CommandError, command } from "@/server/cli/admin-command";
import { changeKeptSecret, env } from "@/server/env";
import { resealEverything } from "@/server/seal";

const STEPS = `APP_SECRET is set in the environment, where no command can change it. Nobody is signed out, and nothing that
is sealed is lost, in this order:
  1. Choose a new secret. Set APP_SECRET_PREVIOUS to it on every instance, and restart them: each reads both.
  2. Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the old one on every instance, and restart them.
  3. Give this command again with the same two: it seals anew what is sealed under the old secret.
  4. After 12 hours, the longest session, remove APP_SECRET_PREVIOUS.`;
const UNREADABLE =
  "Some values open under neither secret: roll the secrets of those webhook endpoints and reset those second factors, or bring back the secret that sealed them.";

export const SECRET: Readonly<Record<string, Command>> = {
  rotate: command({
    usage: "",
    does: "changes APP_SECRET and seals anew what is sealed under it; says how where the environment sets it",
    options: {},
    read:
      () =>
      async (ctx, { notes }) => {
        const { keepsSecret, previousAppSecret } = env();
        if (!keepsSecret && previousAppSecret === undefined) throw new CommandError(STEPS);
        // What an earlier change has left is under a secret that is forgotten now.
        const left = await resealEverything(ctx.db);
        if (keepsSecret) changeKeptSecret();
        const { sealed, unreadable } = await resealEverything(ctx.db);
        await recordAudit(ctx, [null], { operation: "rotateSecret" });
        if (unreadable > 0) notes.push(UNREADABLE);
        notes.push(
          keepsSecret
            ? "The secret before still opens sessions; it is deleted in 24 hours."
            : "Remove APP_SECRET_PREVIOUS on every instance in 12 hours, the longest session.",
        );
        return { changed: keepsSecret, sealed: keepsSecret ? sealed : left.sealed + sealed, unreadable };
      },
  }),
};
