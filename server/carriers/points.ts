import { type Selectable, sql } from "kysely";
import { listOf, namesOf, recordOf } from "@/server/db/columns";
import { carrierTables } from "@/server/db/tables/carriers";
import type { Db, Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";

/** A pickup point as it is stored; decimals as text. */
export type PointRow = Omit<Selectable<Tables["pickup_points"]>, "provider">;

const COLUMNS = namesOf(carrierTables.pickup_points, ["provider"]) as (keyof PointRow)[];

/** All pickup points of a provider, closed ones too, by code. */
export async function readPoints(db: Db, provider: string): Promise<Map<string, PointRow>> {
  const rows = await db.selectFrom("pickup_points").select(COLUMNS).where("provider", "=", provider).execute();
  return new Map(rows.map((row) => [row.delivery_code, row]));
}

/** Writes pickup points of a provider, and closes others, in the transaction that has locked the service. */
export async function writePoints(
  tx: Tx,
  provider: string,
  { rows, closing }: { rows: readonly PointRow[]; closing: readonly string[] },
): Promise<void> {
  const columns = sql.raw(listOf(COLUMNS));
  const changes = sql.raw(
    COLUMNS.filter((name) => name !== "delivery_code")
      .map((name) => `${name} = excluded.${name}`)
      .join(", "),
  );
  if (rows.length > 0)
    await sql`
      insert into pickup_points (provider, ${columns})
      select ${provider}, ${columns}
      from json_to_recordset(${JSON.stringify(rows)}::json) as x (${sql.raw(recordOf(carrierTables.pickup_points, COLUMNS))})
      on conflict (provider, delivery_code) do update set ${changes}`.execute(tx);
  if (closing.length > 0)
    await sql`
      update pickup_points set status = 'CLOSED'
      where provider = ${provider} and delivery_code = any(${[...closing]}::text[])`.execute(tx);
}
