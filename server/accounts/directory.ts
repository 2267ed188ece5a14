import { hongKongIso } from "@/lib/calendar";
import type { AccountRow, listAccounts as contract } from "@/lib/contracts/account";
import type { InputOf } from "@/lib/contracts/contract";
import type { Context } from "@/server/context";

/** Accounts whose id or name holds the query, by name; wildcards mean nothing. */
export async function listAccounts(
  ctx: Pick<Context, "db">,
  input: InputOf<typeof contract>,
): Promise<{ rows: AccountRow[]; total: number }> {
  let base = ctx.db.selectFrom("accounts");
  const wanted = input.q?.toLowerCase();
  if (wanted)
    base = base.where((eb) =>
      eb.or([
        eb(eb.fn<number>("strpos", [eb.fn<string>("lower", ["name"]), eb.val(wanted)]), ">", 0),
        eb(eb.cast<string>("id", "text"), "=", wanted),
      ]),
    );
  const { total } = await base.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await base
    .select(["id", "name", "pick_pack", "payment_plan", "suspended", "created_at"])
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
      create_time: hongKongIso(row.created_at),
    })),
    total: Number(total),
  };
}
