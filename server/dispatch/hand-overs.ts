import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { hongKongDate, hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/dispatch";
import type { HandedOver, HandOver, HandOverRecord } from "@/lib/contracts/dispatch";
import { plain } from "@/lib/decimal";
import { invalid, notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { handOverPdf, imprintOf } from "@/server/documents";
import { Download, type Rows } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { actorColumns } from "./rows";

type Row = {
  id: string;
  day: string;
  parcels: string;
  providers: string[] | null;
  created_at: Date;
  created_by_name: string | null;
  signed_at: Date | null;
  signed_by: string | null;
};

function presentHandOver(row: Row): HandOver {
  return {
    id: row.id,
    day: row.day,
    parcel_count: Number(row.parcels),
    provider_list: row.providers ?? [],
    created_at: hongKongIso(row.created_at),
    created_by: row.created_by_name,
    signed_at: row.signed_at && hongKongIso(row.signed_at),
    signed_by: row.signed_by,
  };
}

/** Whether a parcel is on a list `h`: what is cancelled before it is signed is not handed over. */
const ON_LIST = sql`(h.signed_at is not null or o.status <> 'CANCELLED')`;

/** The lists that match, with how much is on each. */
async function find(db: Db, scope: Scope, where: RawBuilder<unknown>, page = sql``): Promise<HandOver[]> {
  const { rows } = await sql<Row>`
    select h.id, h.day, h.created_at, h.created_by_name, h.signed_at, h.signed_by, p.parcels, p.providers
    from (select * from hand_overs where ${within(scope)} and ${where}
      order by created_at desc, id ${page}) h
    cross join lateral (
      select count(*) as parcels, array_agg(distinct o.shipping_provider) as providers
      from dispatch_scans s
      join orders o on ${within(scope, "o")} and o.id = s.order_id
      where ${within(scope, "s")} and s.hand_over_id = h.id and ${ON_LIST}) p
    order by h.created_at desc, h.id`.execute(db);
  return rows.map(presentHandOver);
}

async function findOne(db: Db, scope: Scope, id: string): Promise<HandOver> {
  const [found] = await find(db, scope, sql`id = ${id}`);
  if (!found) throw notFound();
  return found;
}

/** A page of hand-over lists, the newest first. */
export async function listHandOvers(
  ctx: AccountContext,
  { day, limit, offset }: InputOf<typeof contracts.listHandOvers>,
): Promise<Rows<HandOver>> {
  const scope = scopeOf(ctx);
  const where = day ? sql`day = ${day}::date` : sql`true`;
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from hand_overs where ${within(scope)} and ${where}`.execute(ctx.db);
  return {
    rows: await find(ctx.db, scope, where, sql`limit ${Number(limit)} offset ${Number(offset)}`),
    total: Number(rows[0]?.n ?? 0),
  };
}

/**
 * Makes the list of what was scanned out of these orders and is on no list yet; what was cancelled since is left out
 * (contract §35.3). @throws ApiError 400 at `order_ids` if that is nothing; idempotency_key_exists
 */
export async function createHandOver(
  ctx: AccountContext,
  { order_ids }: InputOf<typeof contracts.createHandOver>,
): Promise<HandOver> {
  const scope = scopeOf(ctx);
  const id = `ho_${randomBytes(9).toString("hex")}`;
  const { actor, name } = actorColumns(ctx);
  return createOnce(ctx, "createHandOver", id, async (tx) => {
    await scoped(tx, scope)
      .insertInto("hand_overs", { id, day: hongKongDate(new Date()), created_by: actor, created_by_name: name })
      .execute();
    // Orders first, in the order of their ids, as every caller who changes orders locks them.
    const { rows: live } = await sql<{ id: string }>`
      select id from orders
      where ${within(scope)} and id = any (${[...order_ids]}::bigint[]) and status <> 'CANCELLED'
      order by id for update`.execute(tx);
    const { numAffectedRows } = await sql`
      update dispatch_scans set hand_over_id = ${id}
      where ${within(scope)} and hand_over_id is null
        and order_id = any (${live.map((order) => order.id)}::bigint[])`.execute(tx);
    if (!numAffectedRows) throw invalid({ path: ["order_ids"], key: "nothingToHandOver" });
    return findOne(tx, scope, id);
  });
}

type Parcel = Omit<HandedOver, "scanned_at"> & { scanned_at: Date };

async function parcelsOf(db: Db, scope: Scope, id: string): Promise<HandedOver[]> {
  const { rows } = await sql<Parcel>`
    select s.order_id, s.parcel, coalesce(p.tracking_number, o.tracking_number) as tracking_number, o.reference,
      o.recipient_name, o.recipient_country, o.shipping_provider, p.act_weight as weight, s.scanned_at
    from dispatch_scans s
    join hand_overs h on ${within(scope, "h")} and h.id = s.hand_over_id
    join orders o on ${within(scope, "o")} and o.id = s.order_id
    join order_parcels p on ${within(scope, "p")} and p.order_id = s.order_id and p.position = s.parcel
    where ${within(scope, "s")} and s.hand_over_id = ${id} and ${ON_LIST}
    order by o.shipping_provider, s.scanned_at, s.order_id, s.parcel`.execute(db);
  return rows.map((row) => ({ ...row, weight: plain(row.weight), scanned_at: hongKongIso(row.scanned_at) }));
}

/** A list with its parcels, in JSON or as a PDF to sign. @throws ApiError NOT_FOUND */
export async function readHandOver(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readHandOver>,
  asPdf?: string,
): Promise<HandOverRecord | Download> {
  const scope = scopeOf(ctx);
  const record = { ...(await findOne(ctx.db, scope, id)), parcel_list: await parcelsOf(ctx.db, scope, id) };
  if (!asPdf) return record;
  const signature = await scoped(ctx.db, scope)
    .selectFrom("hand_overs")
    .select("signature")
    .where("id", "=", id)
    .executeTakeFirst();
  const of = { merchant: ctx.account.name, signature: signature?.signature ?? null };
  const bytes = await handOverPdf(record, of, await imprintOf(ctx));
  return new Download(bytes, "application/pdf", `hand-over-${record.day}-${id.slice(-6)}.pdf`);
}

/** Locks a list that is not signed. @throws ApiError NOT_FOUND; 400 at `id` once it is signed */
async function lockUnsigned(tx: Tx, scope: Scope, id: string): Promise<void> {
  const row = await scoped(tx, scope)
    .selectFrom("hand_overs")
    .select("signed_at")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.signed_at) throw invalid({ path: ["id"], key: "handOverSigned" });
}

/** Signs a list, without what was cancelled since it was made. @throws ApiError NOT_FOUND; 400 at `id` once it is signed */
export async function signHandOver(
  ctx: AccountContext,
  { id, name, signature }: InputOf<typeof contracts.signHandOver>,
): Promise<HandOver> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await lockUnsigned(tx, scope, id);
    await sql`
      update dispatch_scans s set hand_over_id = null
      from orders o
      where ${within(scope, "s")} and s.hand_over_id = ${id}
        and ${within(scope, "o")} and o.id = s.order_id and o.status = 'CANCELLED'`.execute(tx);
    await scoped(tx, scope)
      .updateTable("hand_overs")
      .set({ signed_at: sql<Date>`clock_timestamp()`, signed_by: name, signature })
      .where("id", "=", id)
      .execute();
    return findOne(tx, scope, id);
  });
}

/** Deletes a list; its parcels stay scanned out. @throws ApiError NOT_FOUND; 400 at `id` once it is signed */
export async function deleteHandOver(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.deleteHandOver>,
): Promise<DataOf<typeof contracts.deleteHandOver>> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await lockUnsigned(tx, scope, id);
    await scoped(tx, scope)
      .updateTable("dispatch_scans")
      .set({ hand_over_id: null })
      .where("hand_over_id", "=", id)
      .execute();
    await scoped(tx, scope).deleteFrom("hand_overs").where("id", "=", id).execute();
    return { id, deleted: true };
  });
}
