import type { DataOf } from "@/lib/contracts/contract";
import type { listPackers as contract } from "@/lib/contracts/pickpack-waves";
import { invalid } from "@/lib/errors";
import type { Context } from "@/server/context";

/** The people who work in the warehouse and can sign in. */
function packers({ db }: Pick<Context, "db">) {
  return db.selectFrom("people").where("role", "=", "warehouse").where("disabled_at", "is", null);
}

/** The people who can be given a wave, by name. */
export async function listPackers(ctx: Context): Promise<DataOf<typeof contract>> {
  const rows = await packers(ctx).select(["id", "name", "email"]).orderBy("name").orderBy("id").execute();
  return { person_list: rows.map(({ id, name, email }) => ({ person_id: id, name: name || email })) };
}

/** @throws ApiError 400 at assigned_to if no person in the warehouse has this id */
export async function requirePacker(ctx: Context, id: string): Promise<void> {
  const found = await packers(ctx).select("id").where("id", "=", id).executeTakeFirst();
  if (!found) throw invalid({ path: ["assigned_to"], key: "packerUnknown" });
}
