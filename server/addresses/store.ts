import { type RawBuilder, sql } from "kysely";
import type * as contracts from "@/lib/contracts/address";
import { type Address, senderProblems } from "@/lib/contracts/address";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { ApiError, notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { createOnce } from "@/server/idempotency";
import { mergedWith } from "@/server/revisions";
import { foldedMatches } from "@/server/search";
import { type AddressRow, GIVEN, holdCounts, newAddressId, presentAddress, requireRoom, rowsOf } from "./rows";

const WRITTEN = [...GIVEN, "party_key"] as const;
const COLUMNS = sql.raw(WRITTEN.join(", "));

/** Inserts the rows `x`, and returns them. */
export async function insertAddresses(tx: Tx, scope: Scope, rows: RawBuilder<unknown>): Promise<AddressRow[]> {
  const { rows: made } = await sql<AddressRow>`
    insert into addresses (account_id, environment, ${COLUMNS}, use_count, last_used_at)
    select ${scope.accountId}::bigint, ${scope.environment}, ${COLUMNS}, coalesce(uses, 0), last_used_at from ${rows}
    returning *`.execute(tx);
  return made;
}

/** Writes the rows `x` over the addresses with their ids, and returns those. */
export async function replaceAddresses(tx: Tx, scope: Scope, rows: RawBuilder<unknown>): Promise<AddressRow[]> {
  const change = sql.raw(WRITTEN.map((column) => `${column} = x.${column}`).join(", "));
  const { rows: changed } = await sql<AddressRow>`
    update addresses a set ${change}, use_count = coalesce(x.uses, 0), last_used_at = x.last_used_at,
      updated_at = clock_timestamp()
    from ${rows} where ${within(scope, "a")} and a.id = x.id
    returning a.*`.execute(tx);
  return changed;
}

/** The addresses with these ids, locked for change if `lock` is given. */
export async function findAddresses(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  lock: "for update" | "" = "",
): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select * from addresses where ${within(scope)} and id = any (${[...ids]}::text[])
    order by id ${sql.raw(lock)}`.execute(db);
  return rows;
}

/** A page of saved addresses, the latest used first (contract §33.2). */
export async function listAddresses(
  ctx: AccountContext,
  query: InputOf<typeof contracts.listAddresses>,
): Promise<{ rows: Address[]; total: number }> {
  const scope = scopeOf(ctx);
  const filters: RawBuilder<unknown>[] = [within(scope)];
  if (query.kind) filters.push(sql`kind = ${query.kind}`);
  if (query.q) filters.push(await foldedMatches(ctx.db, "addresses", within(scope), query.q));
  if (query.label) filters.push(sql`label = ${query.label}`);
  if (query.ship_type) filters.push(sql`ship_type = ${query.ship_type}`);
  if (query.point) filters.push(sql`(delivery_code is not null) = ${query.point === "Y"}`);
  const matching = sql`addresses where ${sql.join(filters, sql` and `)}`;
  const { rows: counted } = await sql<{ n: string }>`select count(*) as n from ${matching}`.execute(ctx.db);
  const { rows } = await sql<AddressRow>`
    select * from ${matching} order by coalesce(last_used_at, created_at) desc, id desc
    limit ${Number(query.limit)} offset ${Number(query.offset)}`.execute(ctx.db);
  return { rows: rows.map(presentAddress), total: Number(counted[0]?.n ?? 0) };
}

/**
 * Saves an address.
 * @throws ApiError 400000 at `addresses` when there are 10,000; idempotency_key_exists with the id of what the key
 * created
 */
export async function createAddress(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createAddress>,
): Promise<Address> {
  const scope = scopeOf(ctx);
  const id = newAddressId();
  const rows = await rowsOf(ctx, [{ ...input, id }]);
  return createOnce(ctx, "createAddress", id, async (tx) => {
    await holdCounts(tx);
    await requireRoom(tx, scope, 1);
    const [made] = await insertAddresses(tx, scope, rows);
    return presentAddress(made as AddressRow);
  });
}

/** Reads a saved address. @throws ApiError NOT_FOUND */
export async function readAddress(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readAddress>,
): Promise<Address> {
  const [row] = await findAddresses(ctx.db, scopeOf(ctx), [id]);
  if (!row) throw notFound();
  return presentAddress(row);
}

/**
 * Changes a saved address; a party replaces the stored one whole.
 * @throws ApiError NOT_FOUND; 400000 for what a sender must not have; CHANGED_MEANWHILE
 */
export async function updateAddress(
  ctx: AccountContext,
  input: InputOf<typeof contracts.updateAddress>,
): Promise<Address> {
  const { id, clear, revision, ...change } = input;
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await holdCounts(tx);
    const [before] = await findAddresses(tx, scope, [id], "for update");
    if (!before) throw notFound();
    const sent = {
      kind: change.kind ?? before.kind,
      label: clear?.includes("label") ? null : change.label || before.label,
      party: change.party ?? before.party,
    };
    const { kind, label, party } = before;
    const changed = { id, ...mergedWith(before, { kind, label, party }, sent, revision) };
    const problems = change.kind || change.party ? senderProblems(changed.kind, changed.party) : [];
    if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
    const [row] = await replaceAddresses(tx, scope, await rowsOf({ ...ctx, db: tx }, [changed]));
    return presentAddress(row as AddressRow);
  });
}

/** Deletes a saved address. @throws ApiError NOT_FOUND */
export async function deleteAddress(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.deleteAddress>,
): Promise<DataOf<typeof contracts.deleteAddress>> {
  const { numDeletedRows } = await scoped(ctx.db, scopeOf(ctx))
    .deleteFrom("addresses")
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return { id, deleted: true };
}

/** The labels of saved addresses, the commonest first. */
export async function listAddressLabels(
  ctx: AccountContext,
  { kind, limit, offset }: InputOf<typeof contracts.listAddressLabels>,
): Promise<{ rows: DataOf<typeof contracts.listAddressLabels>[]; total: number }> {
  const { rows } = await sql<{ label: string; count: string; total: string }>`
    select label, count(*) as count, count(*) over () as total from addresses
    where ${within(scopeOf(ctx))} and label is not null ${kind ? sql`and kind = ${kind}` : sql``}
    group by label order by count(*) desc, label limit ${Number(limit)} offset ${Number(offset)}`.execute(ctx.db);
  return {
    rows: rows.map(({ label, count }) => ({ label, count: Number(count) })),
    total: Number(rows[0]?.total ?? 0),
  };
}
