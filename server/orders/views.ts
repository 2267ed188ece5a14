import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/view";
import { invalid, notFound } from "@/lib/errors";
import { readListQuery } from "@/lib/list-query";
import { inOrder } from "@/lib/order-columns";
import type { AccountContext } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";

const COLUMNS = ["id", "name", "query", "columns", "created_at", "updated_at"] as const;
type Row = Pick<Selectable<Tables["order_views"]>, (typeof COLUMNS)[number]>;
type View = DataOf<typeof contracts.createView>;

function present({ id, name, query, columns, created_at, updated_at }: Row): View {
  return {
    id,
    name,
    // Parameters that the list no longer accepts are left out, so that a saved view outlives changes of the list.
    query: readListQuery({ query: contracts.viewQuery }, query).query,
    columns: [...inOrder(columns)],
    create_time: hongKongIso(created_at),
    update_time: hongKongIso(updated_at),
  };
}

/** A person's own views of one account; the contracts refuse other callers. */
function own({ actor, account }: AccountContext) {
  return { person_id: actor.id, account_id: account.id };
}

function stored({ name, query, columns }: InputOf<typeof contracts.createView>) {
  return { name, query: JSON.stringify(query), columns: [...columns] };
}

/** Runs a write; a name that another view has is reported at its field. */
async function tellingTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "order_views_name") throw invalid({ path: ["name"], key: "viewNameTaken" });
    throw error;
  }
}

/** The person's views of the account, the oldest first. */
export async function listViews(ctx: AccountContext, input: InputOf<typeof contracts.listViews>) {
  const { person_id, account_id } = own(ctx);
  const rows = await ctx.db
    .selectFrom("order_views")
    .select(COLUMNS)
    .where("person_id", "=", person_id)
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const from = Number(input.offset);
  return { rows: rows.slice(from, from + Number(input.limit)).map(present), total: rows.length };
}

/**
 * Saves a view under a new name.
 * @throws ApiError 400000 when another one has the name, or there are 30; idempotency_key_exists with the id of what
 * the key created
 */
export function createView(ctx: AccountContext, input: InputOf<typeof contracts.createView>): Promise<View> {
  const { person_id, account_id } = own(ctx);
  const id = `ov_${randomBytes(9).toString("hex")}`;
  return createOnce(ctx, contracts.createView.id, id, async (tx) => {
    // The lock makes the second of two simultaneous calls count what the first created.
    await sql`select 1 from people where id = ${person_id} for no key update`.execute(tx);
    const { count } = await tx
      .selectFrom("order_views")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("person_id", "=", person_id)
      .where("account_id", "=", account_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= contracts.MAX_VIEWS)
      throw invalid({ path: ["name"], key: "viewLimit", params: { max: contracts.MAX_VIEWS } });
    const row = await tellingTaken(
      tx
        .insertInto("order_views")
        .values({ id, person_id, account_id, ...stored(input) })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    );
    return present(row);
  });
}

/** Replaces a saved view. @throws ApiError NOT_FOUND; 400000 when another one has the name */
export async function saveView(ctx: AccountContext, input: InputOf<typeof contracts.saveView>): Promise<View> {
  const { person_id, account_id } = own(ctx);
  const row = await tellingTaken(
    ctx.db
      .updateTable("order_views")
      .set({ ...stored(input), updated_at: new Date() })
      .where("person_id", "=", person_id)
      .where("account_id", "=", account_id)
      .where("id", "=", input.id)
      .returning(COLUMNS)
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return present(row);
}

/** Deletes a view. @throws ApiError NOT_FOUND */
export async function deleteView(ctx: AccountContext, { id }: InputOf<typeof contracts.deleteView>) {
  const { person_id, account_id } = own(ctx);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("order_views")
    .where("person_id", "=", person_id)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return { id, deleted: true as const };
}
