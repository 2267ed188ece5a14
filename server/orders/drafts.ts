import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/draft";
import { notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";

type Row = Omit<Selectable<Tables["order_drafts"]>, "account_id" | "environment" | "person_id">;

function summary(row: Row): DataOf<typeof contracts.listDrafts> {
  const recipient = row.body.recipient as { name?: unknown } | undefined;
  return {
    draft_id: row.id,
    order_status: "DRAFT",
    ship_type: row.ship_type,
    recipient_name: typeof recipient?.name === "string" ? recipient.name : null,
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

function present(row: Row): DataOf<typeof contracts.readDraft> {
  return { ...summary(row), body: row.body };
}

const COLUMNS = ["id", "ship_type", "body", "created_at", "updated_at"] as const;

function own(ctx: AccountContext) {
  const { accountId, environment } = scopeOf(ctx);
  return { account_id: accountId, environment };
}

// PostgreSQL's jsonb takes no NUL and no lone surrogate; a draft is unjudged, so they are left out of it, of keys too.
// JSON.stringify escapes both, and an escaped backslash is no part of them.
function storable(body: Record<string, unknown>): string {
  return JSON.stringify(body).replace(/(\\\\)|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1");
}

function shipTypeOf(body: Record<string, unknown>): string | null {
  return body.ship_type === "intl" || body.ship_type === "local" ? body.ship_type : null;
}

/** Drafts of the account, the latest change first. */
export async function listDrafts(ctx: AccountContext, input: InputOf<typeof contracts.listDrafts>) {
  const scope = own(ctx);
  const base = ctx.db
    .selectFrom("order_drafts")
    .where("account_id", "=", scope.account_id)
    .where("environment", "=", scope.environment);
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

/** Saves a new draft. @throws ApiError idempotency_key_exists with the id of the draft that the key made */
export function createDraft(ctx: AccountContext, { body }: InputOf<typeof contracts.createDraft>) {
  const id = `dr_${randomBytes(9).toString("hex")}`;
  return createOnce(ctx, contracts.createDraft.id, id, async (tx) => {
    const row = await tx
      .insertInto("order_drafts")
      .values({
        ...own(ctx),
        id,
        person_id: ctx.actor.kind === "person" ? ctx.actor.id : null,
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
  const scope = own(ctx);
  const row = await ctx.db
    .selectFrom("order_drafts")
    .select(COLUMNS)
    .where("account_id", "=", scope.account_id)
    .where("environment", "=", scope.environment)
    .where("id", "=", input.draft_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

/** Saves a draft again. @throws ApiError NOT_FOUND */
export async function saveDraft(ctx: AccountContext, input: InputOf<typeof contracts.saveDraft>) {
  const scope = own(ctx);
  const row = await ctx.db
    .updateTable("order_drafts")
    .set({ body: storable(input.body), ship_type: shipTypeOf(input.body), updated_at: new Date() })
    .where("account_id", "=", scope.account_id)
    .where("environment", "=", scope.environment)
    .where("id", "=", input.draft_id)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

/** Throws a draft away. @throws ApiError NOT_FOUND */
export async function deleteDraft(ctx: AccountContext, input: InputOf<typeof contracts.deleteDraft>) {
  const scope = own(ctx);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("order_drafts")
    .where("account_id", "=", scope.account_id)
    .where("environment", "=", scope.environment)
    .where("id", "=", input.draft_id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return { id: input.draft_id, deleted: true as const };
}
