import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/draft";
import type { Environment } from "@/lib/environment";
import { invalid, notFound } from "@/lib/errors";
import { list, object, string } from "@/lib/loose";
import { type AccountContext, scopeOf } from "@/server/context";
import { everyAccount, scoped } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { mergedWith } from "@/server/revisions";

type Row = Omit<Selectable<Tables["order_drafts"]>, "account_id" | "environment" | "person_id">;

/** A draft may hold anything, so nothing is trusted. */
function contentOf(body: Row["body"]): string | null {
  const { consignment_declaration, parcel_list } = object(body.shipment_detail);
  const items = list(parcel_list).flatMap((parcel) => [...list(parcel.parcel_items), ...list(parcel.declaration_list)]);
  const names = items.map(({ name, description }) => string(name) || string(description)).filter(Boolean);
  return string(consignment_declaration) || names.slice(0, SHOWN_ITEMS).join(", ") || null;
}
/** A line has no room for more. */
const SHOWN_ITEMS = 3;

function summary(row: Row): DataOf<typeof contracts.listDrafts> {
  const recipient = row.body.recipient as { name?: unknown } | undefined;
  return {
    draft_id: row.id,
    order_status: "DRAFT",
    ship_type: row.ship_type,
    recipient_name: typeof recipient?.name === "string" ? recipient.name : null,
    shipping_provider: typeof row.body.shipping_provider === "string" ? row.body.shipping_provider : null,
    content: contentOf(row.body),
    revision: row.revision,
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

function present(row: Row): DataOf<typeof contracts.readDraft> {
  return { ...summary(row), body: row.body };
}

const COLUMNS = [
  ...(["id", "ship_type", "body", "created_at", "updated_at"] as const),
  ...(["revision", "changed_paths"] as const),
] as const;

function ownDrafts(ctx: AccountContext, db: Db = ctx.db) {
  return scoped(db, scopeOf(ctx));
}

// PostgreSQL's jsonb accepts no NUL and no lone surrogate. A draft is not validated, so they are removed, from keys
// too. JSON.stringify escapes both; the pattern skips escaped backslashes.
function storable(body: Record<string, unknown>): string {
  const text = JSON.stringify(body).replace(/(\\\\)|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1");
  const kib = Buffer.byteLength(text) / 1024;
  if (kib > contracts.MAX_DRAFT_KIB)
    throw invalid({
      path: ["body"],
      key: "draftTooLarge",
      params: { max: contracts.MAX_DRAFT_KIB, size: Math.ceil(kib) },
    });
  return text;
}

/** The lock makes the second of two simultaneous calls count what the first created. */
async function requireRoom(tx: Tx, environment: Environment, personId: string): Promise<void> {
  await sql`select 1 from people where id = ${personId} for no key update`.execute(tx);
  const { count } = await everyAccount(tx)
    .selectFrom("order_drafts")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("person_id", "=", personId)
    .where("environment", "=", environment)
    .executeTakeFirstOrThrow();
  if (Number(count) >= contracts.MAX_DRAFTS)
    throw invalid({ path: ["drafts"], key: "draftLimit", params: { max: contracts.MAX_DRAFTS } });
}

function shipTypeOf(body: Record<string, unknown>): string | null {
  return body.ship_type === "intl" || body.ship_type === "local" ? body.ship_type : null;
}

/** Drafts of the account, the most recently changed first. */
export async function listDrafts(ctx: AccountContext, input: InputOf<typeof contracts.listDrafts>) {
  const base = ownDrafts(ctx).selectFrom("order_drafts");
  const { total } = await base.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await base
    .select(COLUMNS)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(Number(input.limit))
    .offset(Number(input.offset))
    .execute();
  return { rows: rows.map(summary), total: Number(total) };
}

/** The draft of this kind that the caller began and that was changed last; colleagues go on with their own. */
export async function latestOwnDraft(ctx: AccountContext, shipType: "intl" | "local") {
  if (ctx.actor.kind !== "person") return null;
  const row = await ownDrafts(ctx)
    .selectFrom("order_drafts")
    .select(COLUMNS)
    .where("person_id", "=", ctx.actor.id)
    .where("ship_type", "=", shipType)
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? summary(row) : null;
}

/**
 * Saves a new draft.
 * @throws ApiError 400000 at `body` when it is too large, at `drafts` when the person has 200 (contract §9.4);
 * idempotency_key_exists with the id of the draft that the key created
 */
export function createDraft(ctx: AccountContext, { body }: InputOf<typeof contracts.createDraft>) {
  const id = `dr_${randomBytes(9).toString("hex")}`;
  const personId = ctx.actor.kind === "person" ? ctx.actor.id : null;
  return createOnce(ctx, contracts.createDraft.id, id, async (tx) => {
    if (personId !== null) await requireRoom(tx, ctx.environment, personId);
    const row = await ownDrafts(ctx, tx)
      .insertInto("order_drafts", {
        id,
        person_id: personId,
        ship_type: shipTypeOf(body),
        body: storable(body),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/** Reads a draft. @throws ApiError NOT_FOUND */
export async function readDraft(ctx: AccountContext, input: InputOf<typeof contracts.readDraft>) {
  const row = await ownDrafts(ctx)
    .selectFrom("order_drafts")
    .select(COLUMNS)
    .where("id", "=", input.draft_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

/** Saves a draft again. @throws ApiError NOT_FOUND, 400000 at `body` when it is too large, CHANGED_MEANWHILE */
export function saveDraft(ctx: AccountContext, input: InputOf<typeof contracts.saveDraft>) {
  const { draft_id: id, revision } = input;
  return withTransaction(ctx.db, async (tx) => {
    const before = await ownDrafts(ctx, tx)
      .selectFrom("order_drafts")
      .select(COLUMNS)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound();
    const sent = JSON.parse(storable(input.body)) as Row["body"];
    const { body } = mergedWith(before, { body: before.body }, { body: sent }, revision);
    const row = await ownDrafts(ctx, tx)
      .updateTable("order_drafts")
      .set({ body: storable(body), ship_type: shipTypeOf(body), updated_at: new Date() })
      .where("id", "=", id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/** Deletes a draft. @throws ApiError NOT_FOUND */
export async function deleteDraft(ctx: AccountContext, input: InputOf<typeof contracts.deleteDraft>) {
  const { numDeletedRows } = await ownDrafts(ctx)
    .deleteFrom("order_drafts")
    .where("id", "=", input.draft_id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return { id: input.draft_id, deleted: true as const };
}
