import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type * as contracts from "@/lib/contracts/address";
import type { AddressInput } from "@/lib/contracts/address";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { ADDRESS_COLUMNS, ADDRESS_FIGURES } from "@/lib/tables/address-csv";
import { writeCsv } from "@/lib/tables/csv-cells";
import { type AccountContext, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import { Download } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { type AddressRow, holdCounts, newAddressId, presentAddress, requireRoom, rowsOf } from "./rows";
import { insertAddresses, replaceAddresses } from "./store";

/**
 * Saves addresses, all rows or none. A row whose kind, name, mobile and address a saved one has changes that one; one
 * that says what is stored already changes nothing, and a label that is left out stays (contract §33.5).
 * @throws ApiError 400000 with every row's failures, or at `addresses` when there would be more than 10,000; 500998
 */
export async function importAddresses(
  ctx: AccountContext,
  { address_list: list }: InputOf<typeof contracts.importAddresses>,
): Promise<DataOf<typeof contracts.importAddresses>> {
  const id = `im_${randomBytes(9).toString("hex")}`;
  return createOnce(ctx, "importAddresses", id, async (tx) => {
    const saved = await save({ ...ctx, db: tx }, list);
    const [created, updated] = [saved.created.length, saved.updated.length];
    return { created, updated, unchanged: list.length - created - updated };
  });
}

type Made = { id: string; did: "created" | "changed" | "unchanged" };

/** Saves addresses as `importAddresses` does; says what became of each. @throws ApiError what that throws */
export async function writeAddresses(ctx: AccountContext & { db: Tx }, list: readonly AddressInput[]): Promise<Made[]> {
  const { created, updated, ids } = await save(ctx, list);
  // Of rows that are the same address one made it.
  const news = new Set(created);
  const changes = new Set(updated);
  return ids.map((id) => ({ id, did: news.delete(id) ? "created" : changes.delete(id) ? "changed" : "unchanged" }));
}

/** Ids of addresses that are new and that are changed, and of each row the one that it is now. */
type Saved = { created: string[]; updated: string[]; ids: string[] };

async function save(ctx: AccountContext & { db: Tx }, list: readonly AddressInput[]): Promise<Saved> {
  const { db: tx } = ctx;
  const scope = scopeOf(ctx);
  await holdCounts(tx);
  await requireRoom(tx, scope, 0);
  const rows = await rowsOf(
    ctx,
    list.map((each) => ({ ...each, id: newAddressId() })),
  );
  // Of rows that are the same address the last one counts.
  const last = sql`(
    select distinct on (x.kind, x.ship_type, coalesce(x.party_key, x.id)) x.* from ${rows}
    order by x.kind, x.ship_type, coalesce(x.party_key, x.id), x.n desc) x`;
  // One of another kind of order has other fields, which the row would empty.
  const isSame = sql`a.kind = x.kind and a.ship_type = x.ship_type and a.party_key = x.party_key`;
  const same = sql`(
    select id, party, label from addresses a where ${within(scope, "a")} and ${isSame}
    order by a.created_at, a.id limit 1) a`;
  const { rows: known } = await sql<{ n: number; id: string; label: string | null; is_change: boolean }>`
    select x.n, a.id, coalesce(x.label, a.label) as label,
      (a.party, a.label) is distinct from (x.party, coalesce(x.label, a.label)) as is_change
    from ${last} cross join lateral ${same}`.execute(tx);
  const changed = known
    .filter(({ is_change }) => is_change)
    .flatMap(({ n, id, label }) => {
      const row = list[n];
      return row ? [{ ...row, id, label }] : [];
    });
  if (changed.length) await replaceAddresses(tx, scope, await rowsOf(ctx, changed));
  const made = await insertAddresses(
    tx,
    scope,
    sql`(select x.* from ${last} where not exists (
      select from addresses a where ${within(scope, "a")} and ${isSame})) x`,
  );
  // The limit holds for what is there now.
  await requireRoom(tx, scope, 0);
  const { rows: saved } = await sql<{ id: string }>`
    select coalesce(a.id, x.id) as id from ${rows} left join lateral ${same} on true order by x.n`.execute(tx);
  return { created: made.map(({ id }) => id), updated: changed.map(({ id }) => id), ids: saved.map(({ id }) => id) };
}

function cells(row: AddressRow): (string | null)[] {
  const { party, use_count, last_used_at } = presentAddress(row);
  const own = { ...party, kind: row.kind, label: row.label };
  // Without its prefix a company's number would make the address a local one when it is imported.
  if (row.ship_type === "intl" && party.mobile && !party.mobile_prefix) own.mobile_prefix = "+852";
  return [
    ...ADDRESS_COLUMNS.map((column) => (own as Record<string, string | null | undefined>)[column] ?? null),
    String(use_count),
    last_used_at,
  ];
}

/** Every saved address, by kind and the latest used first, as CSV in JSON or as a file. */
export async function exportAddresses(
  ctx: AccountContext,
  _input: unknown,
  asFile?: string,
): Promise<DataOf<typeof contracts.exportAddresses> | Download> {
  const { rows } = await sql<AddressRow>`
    select * from addresses where ${within(scopeOf(ctx))}
    order by kind, coalesce(last_used_at, created_at) desc, id desc`.execute(ctx.db);
  const bytes = Buffer.from(writeCsv([...ADDRESS_COLUMNS, ...ADDRESS_FIGURES], rows.map(cells)));
  if (asFile) return new Download(bytes, "text/csv; charset=utf-8", `addresses-${ctx.environment}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}
