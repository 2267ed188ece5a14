import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { AccountRow, AccountState, listAccounts as contract } from "@/lib/contracts/account";
import type { InputOf } from "@/lib/contracts/contract";
import type { Actor, Context } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { foldedMatches } from "@/server/search";
import { withinReach } from "./access";

type Found = Omit<AccountRow, "recent_orders">;

/** The account's state, of which the first that holds counts (contract §27.1). */
export const STATE = sql<AccountState>`case when closed_at is not null then 'CLOSED' when suspended then 'SUSPENDED'
  when not payment_plan then 'NO_PLAN' else 'ACTIVE' end`;

/** Accounts whose name has the words of a text, or whose id or, for support, a person's e-mail it is. */
async function matching(db: Db, text: string, isForSupport: boolean): Promise<RawBuilder<SqlBool>> {
  const wanted = text.toLowerCase();
  const named = await foldedMatches(db, "accounts", sql`true`, text);
  const person = sql`or accounts.id in (select account_id from people where lower(email) = ${wanted})`;
  return sql`(accounts.id::text = ${wanted} or ${named} ${isForSupport ? person : sql``})`;
}

/** Accounts that the caller may see and that the query finds, by name (contract §7.1, §27.1). */
export async function findMerchants(
  ctx: Pick<Context, "db"> & { actor: Pick<Actor, "role"> },
  input: Omit<InputOf<typeof contract>, "state"> & { state?: AccountState | undefined },
): Promise<{ rows: Found[]; total: number }> {
  // Staff who already named an account still search among the others.
  let base = ctx.db.selectFrom("accounts").where(withinReach({ ...ctx, account: null }, "accounts.id"));
  if (input.q) base = base.where(await matching(ctx.db, input.q, ctx.actor.role === "support"));
  if (input.state) base = base.where(STATE, "=", input.state);
  const { total } = await base.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await base
    .select(["id", "name", "pick_pack", "payment_plan", "suspended", "created_at", STATE.as("state")])
    .orderBy("name")
    .orderBy("id")
    .limit(Number(input.limit))
    .offset(Number(input.offset))
    .execute();
  return {
    rows: rows.map((row) => ({
      account_id: row.id,
      name: row.name,
      pick_pack: row.pick_pack,
      payment_plan: row.payment_plan,
      suspended: row.suspended,
      state: row.state,
      create_time: hongKongIso(row.created_at),
    })),
    total: Number(total),
  };
}

const MOST_FOUND = 10;

/** The accounts that a text finds, for support. */
export async function findAccounts(db: Db, text: string): Promise<{ account_id: string; account_name: string }[]> {
  const { rows } = await sql<{ account_id: string; account_name: string }>`
    select id as account_id, name as account_name from accounts
    where ${await matching(db, text, true)} order by name, id limit ${MOST_FOUND}`.execute(db);
  return rows;
}

/** Whether two or more people of support can sign in, so that one need not approve what they propose themselves. */
export async function isSupportShared(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("people")
    .select("id")
    .where("role", "=", "support")
    .where("disabled_at", "is", null)
    .limit(2)
    .execute();
  return found.length > 1;
}
