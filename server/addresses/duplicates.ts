import { sql } from "kysely";
import type * as contracts from "@/lib/contracts/address";
import { type Address, MAX_MERGED } from "@/lib/contracts/address";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { ApiError, notFound, type Problem } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { scoped, within } from "@/server/db/scoped";
import { withTransaction } from "@/server/db/transaction";
import { type AddressRow, holdCounts, presentAddress, rowsOf } from "./rows";
import { findAddresses, replaceAddresses } from "./store";

/**
 * Saved recipients that share their mobile, and addresses of one kind that share name and address but not the mobile
 * (contract §33.4). An account has at most 10,000 addresses, so all are compared.
 */
export async function listDuplicateAddresses(
  ctx: AccountContext,
  { kind, limit, offset }: InputOf<typeof contracts.listDuplicateAddresses>,
): Promise<{ rows: DataOf<typeof contracts.listDuplicateAddresses>[]; total: number }> {
  const scope = scopeOf(ctx);
  const { rows: groups } = await sql<{ by: "mobile" | "address"; ids: string[]; total: string }>`
    with own as (
      select id, kind, mobile_key, place_key, use_count, coalesce(last_used_at, created_at) as recent from addresses
      where ${within(scope)} ${kind ? sql`and kind = ${kind}` : sql``}
    ),
    alike (by, kind, key, ids) as (
      select 'mobile', kind, mobile_key, array_agg(id order by use_count desc, recent desc, id) from own
      where mobile_key is not null and kind = 'recipient' group by kind, mobile_key having count(*) > 1
      union all
      select 'address', kind, place_key, array_agg(id order by use_count desc, recent desc, id) from own
      where place_key is not null group by kind, place_key
      having count(*) > 1 and (count(distinct mobile_key) > 1 or count(mobile_key) < count(*))
    )
    select by, ids[1:${sql.lit(MAX_MERGED)}] as ids, count(*) over () as total from alike
    order by by desc, ids[1] limit ${Number(limit)} offset ${Number(offset)}`.execute(ctx.db);
  const rows = await findAddresses(
    ctx.db,
    scope,
    groups.flatMap(({ ids }) => ids),
  );
  const byId = new Map(rows.map((row) => [row.id, presentAddress(row)]));
  return {
    rows: groups.map(({ by, ids }) => ({ by, addresses: ids.flatMap((id) => byId.get(id) ?? []) })),
    total: Number(groups[0]?.total ?? 0),
  };
}

/**
 * Keeps one address and deletes the others, all or none; without a label it takes the first that one of them has.
 * @throws ApiError NOT_FOUND when the kept one is not there; 400000 at each other one that is not there, is of the other
 * kind, or is the kept one
 */
export async function mergeAddresses(
  ctx: AccountContext,
  { id, merged_ids: others }: InputOf<typeof contracts.mergeAddresses>,
): Promise<Address> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await holdCounts(tx);
    const found = await findAddresses(tx, scope, [id, ...others], "for update");
    const byId = new Map(found.map((row) => [row.id, row]));
    const kept = byId.get(id);
    if (!kept) throw notFound();
    const problems = others.flatMap((other, index): Problem[] => {
      const path = ["merged_ids", index];
      const row = byId.get(other);
      if (other === id) return [{ path, key: "addressKept" }];
      if (!row) return [{ path, key: "addressUnknown" }];
      return row.kind === kept.kind ? [] : [{ path, key: "addressesUnlike", params: { kind: kept.kind } }];
    });
    if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
    await scoped(tx, scope).deleteFrom("addresses").where("id", "in", others).execute();
    const label = kept.label ?? others.map((other) => byId.get(other)?.label).find((each) => each) ?? null;
    if (label === kept.label) return presentAddress(kept);
    const [row] = await replaceAddresses(tx, scope, await rowsOf({ ...ctx, db: tx }, [{ ...kept, label }]));
    return presentAddress(row as AddressRow);
  });
}
