import { sql } from "kysely";
import type { DataOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/people";
import { invalid, notFound } from "@/lib/errors";
import { isStaff } from "@/lib/roles";
import type { AccountContext } from "@/server/context";
import type { Tx } from "@/server/db/transaction";
import { type Act, PERSON_COLUMNS, peopleOf } from "./people-of";
import { mailOwnersOfChange } from "./person-mails";

/** How the mail to the owners names what staff did. */
const DID = {
  update: "updated",
  disable: "disabled",
  remove: "removed",
  enable: "enabled",
  endSessions: "signedOut",
  resetFactors: "factorReset",
} as const satisfies Record<Act, Parameters<typeof mailOwnersOfChange>[2]>;

/** @throws ApiError NOT_FOUND for a person of another account; 400 at `id` as the acts below say */
async function lock(tx: Tx, ctx: AccountContext, act: Act, { id }: { id: string }) {
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  const own = await tx
    .selectFrom("people")
    .select(["name", "email", "role", "account_id", "is_demo"])
    .where("id", "=", id)
    .where("account_id", "=", ctx.account.id)
    .where("removed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!own) throw notFound();
  if (act === "enable") await requireOwnKind(tx, ctx, own);
  if (act === "resetFactors") await requireNoOwner(tx, ctx, id);
  return own;
}

/** The password of a demonstration person is published: only the demonstration itself lets them in again. */
async function requireOwnKind(tx: Tx, { actor }: AccountContext, { is_demo }: { is_demo: boolean }): Promise<void> {
  const caller = await tx.selectFrom("people").select("is_demo").where("id", "=", actor.id).executeTakeFirst();
  // A command is of no demonstration.
  if ((caller?.is_demo ?? false) !== is_demo) throw invalid({ path: ["id"], key: "demoPerson" });
}

/**
 * Only support resets the second factors of a person who is an owner, or was one within 24 hours: no owner gets at
 * another owner's sign-in by making them a member first (contract §8.17).
 */
async function requireNoOwner(tx: Tx, { actor }: AccountContext, id: string): Promise<void> {
  if (isStaff(actor.role)) return;
  const { rows } = await sql`select 1 from people
    where id = ${id} and (role = 'owner' or owner_until > now() - interval '24 hours')`.execute(tx);
  if (rows.length > 0) throw invalid({ path: ["id"], key: "ownerFactor" });
}

/** The people of the caller's account. */
export const accountPeople = peopleOf({
  rows: (db, { account }: AccountContext) =>
    db
      .selectFrom("people")
      .select(PERSON_COLUMNS)
      // Staff have no account.
      .select(sql<contracts.AccountRole>`role`.as("role"))
      .where("account_id", "=", account.id),
  // Staff may leave an account without an owner (contract §8.2).
  by: ({ actor }) => (isStaff(actor.role) ? "staff" : "account"),
  lock,
  audit: ({ account }, id) => ({ accountId: account.id, objectId: id }),
  operations: {
    update: "updatePerson",
    disable: "disablePerson",
    remove: "deletePerson",
    enable: "enablePerson",
    endSessions: "endPersonSessions",
    resetFactors: "resetPersonFactors",
  },
  async after(tx, { actor }, act, own) {
    if (isStaff(actor.role)) await mailOwnersOfChange(tx, own, DID[act]);
  },
});

const { read: _read, change: _change, ...handlers } = accountPeople;

/** The operations on {@link accountPeople} (contract §8.2, §17.2). */
export const colleagues = {
  ...handlers,
  async endSessions(ctx: AccountContext, given: { id: string }): Promise<DataOf<typeof contracts.endPersonSessions>> {
    return { id: given.id, ended: (await handlers.endSessions(ctx, given)).ended };
  },
  async resetFactors(ctx: AccountContext, given: { id: string }) {
    return (await handlers.resetFactors(ctx, given)).person;
  },
};
