/** Owns the boxes that an account packs in (contract §41). */
import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type * as contracts from "@/lib/contracts/box";
import { type Box, MAX_BOXES } from "@/lib/contracts/box";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { invalid, notFound } from "@/lib/errors";
import type { OperationId } from "@/lib/operations";
import { changedFacts, recordAudit } from "@/server/accounts";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { Rows } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { mergedWith } from "@/server/revisions";

type Row = Selectable<Tables["boxes"]>;

const measuresOf = ({ name, length, width, height, weight }: Row) => ({ name, length, width, height, weight });

function present(row: Row): Box {
  return {
    ...{ box_id: row.id, ...measuresOf(row), revision: row.revision },
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

// The database compares Chinese names, and figures in names, by their codes.
const { compare } = new Intl.Collator("zh-Hant-HK", { numeric: true });

/** The account's boxes by their names. */
async function readBoxes(db: Db, scope: Scope): Promise<Row[]> {
  const rows = (await scoped(db, scope).selectFrom("boxes").selectAll().orderBy("id").execute()) as Row[];
  return rows.sort((a, b) => compare(a.name, b.name));
}

/** Boxes that nobody else changes meanwhile. */
async function lockBoxes(tx: Tx, scope: Scope): Promise<Row[]> {
  // The first of two that change them at once is there for the second.
  await sql`select from accounts where id = ${scope.accountId} for no key update`.execute(tx);
  return readBoxes(tx, scope);
}

/** Refuses a name that one of the others has. */
function refuseTaken(others: readonly Row[], name: string): void {
  const folded = name.toLowerCase();
  if (others.some((each) => each.name.toLowerCase() === folded)) throw invalid({ path: ["name"], key: "boxNameTaken" });
}

const NOTHING = { name: null, length: null, width: null, height: null, weight: null };

function record(
  ctx: AccountContext,
  tx: Tx,
  operation: OperationId,
  id: string,
  before: Row | null,
  after: Row | null,
) {
  const factsOf = (row: Row | null) => (row ? measuresOf(row) : NOTHING);
  return recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
    ...{ operation, objectId: id },
    // The name is a word of the account, which may name somebody.
    ...changedFacts(factsOf(before), factsOf(after), ["name"]),
  });
}

/** A page of the account's boxes, by name (contract §41.1). */
export async function listBoxes(
  ctx: AccountContext,
  { limit, offset }: InputOf<typeof contracts.listBoxes>,
): Promise<Rows<Box>> {
  const rows = await readBoxes(ctx.db, scopeOf(ctx));
  const from = Number(offset);
  return { rows: rows.slice(from, from + Number(limit)).map(present), total: rows.length };
}

/** Adds a box (contract §41.1). @throws ApiError 400 at `name` where another box has it or there are too many; 500998 */
export function createBox(ctx: AccountContext, input: InputOf<typeof contracts.createBox>): Promise<Box> {
  const scope = scopeOf(ctx);
  const id = `bx_${randomBytes(9).toString("hex")}`;
  const work = async (tx: Tx) => {
    const boxes = await lockBoxes(tx, scope);
    if (boxes.length >= MAX_BOXES) throw invalid({ path: ["name"], key: "boxLimit", params: { max: MAX_BOXES } });
    refuseTaken(boxes, input.name);
    const made = (await scoped(tx, scope)
      .insertInto("boxes", { id, ...input })
      .returningAll()
      .executeTakeFirstOrThrow()) as Row;
    await record(ctx, tx, "createBox", id, null, made);
    return present(made);
  };
  return createOnce(ctx, "createBox", id, work, "box_id");
}

/** Changes a box (contract §41.1). @throws ApiError NOT_FOUND, CHANGED_MEANWHILE, 400 as `createBox` */
export function updateBox(ctx: AccountContext, input: InputOf<typeof contracts.updateBox>): Promise<Box> {
  const { box_id: id, revision, ...given } = input;
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const boxes = await lockBoxes(tx, scope);
    const before = boxes.find((row) => row.id === id);
    if (!before) throw notFound();
    const standing = measuresOf(before);
    const sent = {
      ...standing,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    };
    const merged = mergedWith(before, standing, sent, revision);
    refuseTaken(
      boxes.filter((row) => row !== before),
      merged.name,
    );
    const after = (await scoped(tx, scope)
      .updateTable("boxes")
      .set({ ...merged, updated_at: sql<Date>`clock_timestamp()` } as never)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()) as Row;
    await record(ctx, tx, "updateBox", id, before, after);
    return present(after);
  });
}

/** Deletes a box; orders keep their measures (contract §41.1). @throws ApiError NOT_FOUND */
export async function deleteBox(
  ctx: AccountContext,
  { box_id: id }: InputOf<typeof contracts.deleteBox>,
): Promise<DataOf<typeof contracts.deleteBox>> {
  return withTransaction(ctx.db, async (tx) => {
    const before = (await scoped(tx, scopeOf(ctx))
      .deleteFrom("boxes")
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst()) as Row | undefined;
    if (!before) throw notFound();
    await record(ctx, tx, "deleteBox", id, before, null);
    return { box_id: id, deleted: true };
  });
}
