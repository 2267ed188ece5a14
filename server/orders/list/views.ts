import { randomBytes } from "node:crypto";
import { type Selectable, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/view";
import { invalid, notFound } from "@/lib/errors";
import { readListQuery } from "@/lib/lists/list-query";
import { inOrder } from "@/lib/orders/columns";
import { isStaff } from "@/lib/roles";
import { actorNames } from "@/server/accounts";
import type { AccountContext } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { mergedWith } from "@/server/revisions";

const COLUMNS = [
  ...(["id", "person_id", "name", "query", "columns", "is_shared", "created_at", "updated_at"] as const),
  ...(["revision", "changed_paths"] as const),
] as const;
type Row = Pick<Selectable<Tables["order_views"]>, (typeof COLUMNS)[number]>;
type View = DataOf<typeof contracts.createView>;

async function present(ctx: AccountContext, rows: readonly Row[]): Promise<View[]> {
  const authors = await actorNames(
    ctx.db,
    rows.map(({ person_id }) => `person:${person_id}`),
  );
  return rows.map(({ id, person_id, name, query, columns, is_shared, revision, created_at, updated_at }) => {
    const isOwn = person_id === ctx.actor.id;
    return {
      id,
      name,
      // Parameters that the list no longer accepts are left out, so that a saved view outlives changes of the list.
      query: readListQuery({ query: contracts.viewQuery }, query).query,
      columns: [...inOrder(columns)],
      is_shared: is_shared ? "Y" : "N",
      is_own: isOwn ? "Y" : "N",
      shared_by: isOwn ? null : (authors.get(`person:${person_id}`) ?? null),
      revision,
      create_time: hongKongIso(created_at),
      update_time: hongKongIso(updated_at),
    };
  });
}

async function presentOne(ctx: AccountContext, row: Row): Promise<View> {
  const [view] = await present(ctx, [row]);
  if (!view) throw new Error("a view was written and not read");
  return view;
}

/** A person's own views of one account; the contracts refuse other callers. */
function ownViews({ actor, account }: AccountContext) {
  return { person_id: actor.id, account_id: account.id };
}

/** The account's views that the caller sees: their own, and shared ones. */
function visibleViews(ctx: AccountContext) {
  const { person_id, account_id } = ownViews(ctx);
  return sql<SqlBool>`account_id = ${account_id} and (person_id = ${person_id} or is_shared)`;
}

/** The views that the caller may change: their own, and for owners of the account whatever is shared. */
function changeable(ctx: AccountContext) {
  const { person_id, account_id } = ownViews(ctx);
  return sql<SqlBool>`account_id = ${account_id} and (person_id = ${person_id} or is_shared and ${ctx.actor.role === "owner"})`;
}

/** Staff keep their views to themselves: what an account shares is its own people's. */
function requireOwnToShare({ actor }: AccountContext, is_shared: "Y" | "N"): void {
  if (is_shared === "Y" && isStaff(actor.role))
    throw invalid({ path: ["is_shared"], key: "choice", params: { choices: "N" } });
}

function columnsOf({ name, query, columns, is_shared }: InputOf<typeof contracts.createView>) {
  return { name, query: JSON.stringify(query), columns: [...columns], is_shared: is_shared === "Y" };
}

/** Runs a write; a name that another view has is reported at its field. */
async function tellingTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && (constraint === "order_views_name" || constraint === "order_views_shared_name"))
      throw invalid({ path: ["name"], key: "viewNameTaken" });
    throw error;
  }
}

/** The person's views of the account and those that are shared, the oldest first. */
export async function listViews(ctx: AccountContext, input: InputOf<typeof contracts.listViews>) {
  const rows = await ctx.db
    .selectFrom("order_views")
    .select(COLUMNS)
    .where(visibleViews(ctx))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const from = Number(input.offset);
  return { rows: await present(ctx, rows.slice(from, from + Number(input.limit))), total: rows.length };
}

/** Refuses one view too many; holds the account's people still, so that of two calls at once the second counts both. */
async function requireRoom(tx: Tx, ctx: AccountContext, only: "own" | "shared"): Promise<void> {
  const { person_id, account_id } = ownViews(ctx);
  if (only === "own") await sql`select 1 from people where id = ${person_id} for no key update`.execute(tx);
  else await sql`select 1 from accounts where id = ${account_id} for no key update`.execute(tx);
  const { count } = await tx
    .selectFrom("order_views")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("account_id", "=", account_id)
    .where(only === "own" ? sql<SqlBool>`person_id = ${person_id}` : sql<SqlBool>`is_shared`)
    .executeTakeFirstOrThrow();
  if (Number(count) >= contracts.MAX_VIEWS)
    throw invalid({
      path: [only === "own" ? "name" : "is_shared"],
      key: "viewLimit",
      params: { max: contracts.MAX_VIEWS },
    });
}

/**
 * Saves a view under a new name (contract §5.8).
 * @throws ApiError 400000 when another one has the name, or there are 30 of one's own or shared; at `is_shared` for
 * staff; idempotency_key_exists with the id of what the key created
 */
export function createView(ctx: AccountContext, input: InputOf<typeof contracts.createView>): Promise<View> {
  requireOwnToShare(ctx, input.is_shared);
  const id = `ov_${randomBytes(9).toString("hex")}`;
  return createOnce(ctx, contracts.createView.id, id, async (tx) => {
    await requireRoom(tx, ctx, "own");
    if (input.is_shared === "Y") await requireRoom(tx, ctx, "shared");
    const row = await tellingTaken(
      tx
        .insertInto("order_views")
        .values({ id, ...ownViews(ctx), ...columnsOf(input) })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    );
    return presentOne({ ...ctx, db: tx }, row);
  });
}

/**
 * Replaces a saved view; owners may replace what others share.
 * @throws ApiError NOT_FOUND; 400000 when another one has the name, one too many is shared, or it is another person's
 * and would no longer be shared; CHANGED_MEANWHILE
 */
export async function saveView(ctx: AccountContext, input: InputOf<typeof contracts.saveView>): Promise<View> {
  requireOwnToShare(ctx, input.is_shared);
  return withTransaction(ctx.db, async (tx) => {
    const before = await tx
      .selectFrom("order_views")
      .select(COLUMNS)
      .where("id", "=", input.id)
      .where(changeable(ctx))
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound();
    if (input.is_shared === "N" && before.person_id !== ctx.actor.id)
      throw invalid({ path: ["is_shared"], key: "choice", params: { choices: "Y" } });
    if (input.is_shared === "Y" && !before.is_shared) await requireRoom(tx, ctx, "shared");
    const { revision, ...view } = input;
    const { name, query, columns, is_shared } = before;
    const standing = { name, query, columns, is_shared: is_shared ? "Y" : "N" };
    const merged = mergedWith(before, standing, view, revision);
    const row = await tellingTaken(
      tx
        .updateTable("order_views")
        .set({ ...columnsOf(merged), updated_at: new Date() })
        .where("id", "=", input.id)
        .where(changeable(ctx))
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    );
    return presentOne({ ...ctx, db: tx }, row);
  });
}

/** Deletes a view; owners may delete what others share. @throws ApiError NOT_FOUND */
export async function deleteView(ctx: AccountContext, { id }: InputOf<typeof contracts.deleteView>) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom("order_views")
    .where("id", "=", id)
    .where(changeable(ctx))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return { id, deleted: true as const };
}
