import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { ShelfShort } from "@/lib/contracts/pickpack-bench";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";

/** A line of a wave that was picked. */
export type PickedRow = Selectable<Tables["pick_pack_picks"]>;

/** What the picker did not find, as the bench and the pick list show it; null: nothing was missing. */
export function presentShort(
  row: Pick<PickedRow, "picked_by" | "picked_at" | "short" | "short_of">,
  names: ReadonlyMap<string, string>,
): ShelfShort | null {
  const { picked_by, picked_at, short, short_of } = row;
  if (short === null || short_of === null || BigInt(short) === 0n) return null;
  return { short, qty: short_of, by: names.get(picked_by) ?? picked_by, time: hongKongIso(picked_at) };
}

/** The lines of a merchant in a wave of which units were not at their place. */
export async function shelfShorts(db: Db, waveId: string, accountId: string): Promise<PickedRow[]> {
  const { rows } = await sql<PickedRow>`
    select * from pick_pack_picks where wave_id = ${waveId} and account_id = ${accountId} and short > 0`.execute(db);
  return rows;
}
