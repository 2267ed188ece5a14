import { sql } from "kysely";
import type { InputOf } from "@/lib/contracts/contract";
import type { WavePickList } from "@/lib/contracts/pickpack-bench";
import * as contracts from "@/lib/contracts/pickpack-waves";
import { invalid } from "@/lib/errors";
import { recordAudit } from "@/server/accounts";
import type { Context } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { requirePacker } from "./packers";
import { waveFor } from "./waves";

/** Changes a wave that the caller may see, with its row locked. @throws ApiError NOT_FOUND */
async function change(
  ctx: Context,
  waveId: string,
  operation: string,
  work: (tx: Tx, wave: WavePickList) => Promise<void>,
): Promise<WavePickList> {
  await withTransaction(ctx.db, async (tx) => {
    await tx.selectFrom("pick_pack_waves").select("id").where("id", "=", waveId).forUpdate().execute();
    const wave = await waveFor({ ...ctx, db: tx }, waveId, null);
    await work(tx, wave);
    const accounts = wave.order_list.map(({ customer_eid }) => customer_eid);
    // The pipeline already audits staff who name an account.
    if (!ctx.account && accounts.length > 0)
      await recordAudit({ ...ctx, db: tx }, accounts, { operation, objectId: waveId });
  });
  return waveFor(ctx, waveId, null);
}

/** Orders of a wave that are still to be packed leave it. */
async function release(tx: Tx, waveId: string): Promise<void> {
  await sql`
    update pick_pack_orders set wave_id = null, updated_at = now()
    where wave_id = ${waveId} and status = 'PICKPACK_CONFIRMED'`.execute(tx);
}

/** Names a wave, or assigns it. @throws ApiError NOT_FOUND; 400 for a person who is not in the warehouse */
export async function updateWave(ctx: Context, input: InputOf<typeof contracts.updateWave>): Promise<WavePickList> {
  const { wave_id: waveId, clear = [], name, assigned_to } = input;
  if (assigned_to) await requirePacker(ctx, assigned_to);
  const changes = {
    ...Object.fromEntries(clear.map((field) => [field, null])),
    ...(name ? { name } : {}),
    ...(assigned_to ? { assigned_to } : {}),
  };
  return change(ctx, waveId, contracts.updateWave.id, async (tx) => {
    if (Object.keys(changes).length > 0)
      await tx.updateTable("pick_pack_waves").set(changes).where("id", "=", waveId).execute();
  });
}

/** Closes a wave: what is not packed leaves it (contract §7.14). @throws ApiError NOT_FOUND, 400480 for a cancelled one */
export async function closeWave(ctx: Context, { wave_id: waveId }: { wave_id: string }): Promise<WavePickList> {
  return change(ctx, waveId, contracts.closeWave.id, async (tx, { status }) => {
    if (status === "CANCELLED") throw waveError("waveCancelled");
    await release(tx, waveId);
    await tx
      .updateTable("pick_pack_waves")
      .set({ closed_at: sql`coalesce(closed_at, now())` })
      .where("id", "=", waveId)
      .execute();
  });
}

/** Cancels a wave of which nothing is packed (contract §7.14). @throws ApiError NOT_FOUND, 400480 once an order is packed or the wave closed */
export async function cancelWave(ctx: Context, { wave_id: waveId }: { wave_id: string }): Promise<WavePickList> {
  return change(ctx, waveId, contracts.cancelWave.id, async (tx, wave) => {
    if (wave.status === "CANCELLED") return;
    if (wave.order_list.some(({ status }) => status === "PICKPACK_READY_TO_SHIPMENT")) throw waveError("wavePacked");
    if (wave.status === "CLOSED") throw waveError("waveClosed");
    await release(tx, waveId);
    await tx.updateTable("pick_pack_waves").set({ cancelled_at: sql`now()` }).where("id", "=", waveId).execute();
  });
}

function waveError(key: "waveCancelled" | "wavePacked" | "waveClosed") {
  return invalid({ path: ["wave_id"], key, reason: "PICKPACK_TRANSITION_INVALID" });
}
