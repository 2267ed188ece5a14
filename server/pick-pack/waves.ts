import { randomBytes } from "node:crypto";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import {
  createWave as createContract,
  type listWaves as listContract,
  MAX_WAVE,
  type WavePickList as PickList,
  type Wave,
} from "@/lib/contracts/pickpack-bench";
import { invalid, notFound } from "@/lib/errors";
import type { OrderStatus } from "@/lib/order-status";
import type { PickPackStatus } from "@/lib/pickpack-status";
import { actorNames, recordAudit, recordLook } from "@/server/accounts";
import { type AccountContext, actorOf } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { isCancelRequested } from "@/server/orders";

type WaveRow = Selectable<Tables["pick_pack_waves"]> & { order_count: string; open_count: string };

/** The waves that a caller sees: those of the account, or every one for staff who name none. */
function visible(ctx: AccountContext): RawBuilder<SqlBool> {
  const own = ctx.account ? sql`and w.account_id = ${ctx.account.id}` : sql``;
  return sql<SqlBool>`w.environment = ${ctx.environment} ${own}`;
}

const COLUMNS = sql`w.*,
  (select count(*) from pick_pack_orders p where p.wave_id = w.id) as order_count,
  (select count(*) from pick_pack_orders p where p.wave_id = w.id and p.status = 'PICKPACK_CONFIRMED') as open_count`;

function present(row: WaveRow, names: ReadonlyMap<string, string>): Wave {
  return {
    wave_id: row.id,
    customer_eid: row.account_id,
    shipping_provider: row.shipping_provider,
    cut_off: row.cut_off ? hongKongIso(row.cut_off) : null,
    create_time: hongKongIso(row.created_at),
    created_by: names.get(row.created_by) ?? row.created_by,
    order_count: Number(row.order_count),
    open_count: Number(row.open_count),
  };
}

/**
 * Puts confirmed orders together that are in no wave, the oldest first; of two waves made at once each order comes into
 * one. @throws ApiError 400 when none fits; 500998
 */
export async function createWave(ctx: AccountContext, input: InputOf<typeof createContract>): Promise<PickList> {
  const id = `wv_${randomBytes(9).toString("hex")}`;
  const filters: RawBuilder<unknown>[] = [
    sql`p.environment = ${ctx.environment}`,
    sql`p.status = 'PICKPACK_CONFIRMED'`,
    sql`p.wave_id is null`,
    sql`p.packing_started_at is null`,
    sql`o.cancel_requested_at is null`,
  ];
  if (ctx.account) filters.push(sql`p.account_id = ${ctx.account.id}`);
  if (input.shipping_provider) filters.push(sql`p.shipping_provider = ${input.shipping_provider}`);
  if (input.cut_off) filters.push(sql`p.requested_at <= ${new Date(input.cut_off)}`);
  await createOnce(ctx, createContract.id, id, async (tx) => {
    await tx
      .insertInto("pick_pack_waves")
      .values({
        id,
        environment: ctx.environment,
        account_id: ctx.account?.id ?? null,
        shipping_provider: input.shipping_provider ?? null,
        cut_off: input.cut_off ? new Date(input.cut_off) : null,
        created_by: actorOf(ctx),
      })
      .execute();
    const { rows } = await sql<{ account_id: string }>`
      with picked as materialized (
        select p.account_id, p.environment, p.order_id from pick_pack_orders p
        join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
        where ${sql.join(filters, sql` and `)}
        order by p.requested_at, p.order_id limit ${MAX_WAVE}
        for update of p skip locked
      )
      update pick_pack_orders p set wave_id = ${id}, updated_at = now() from picked
      where p.account_id = picked.account_id and p.environment = picked.environment and p.order_id = picked.order_id
      returning p.account_id`.execute(tx);
    if (!rows.length) throw invalid({ path: ["shipping_provider"], key: "waveEmpty" });
    // The pipeline audits staff who name an account.
    if (!ctx.account)
      for (const accountId of new Set(rows.map(({ account_id }) => account_id)))
        await recordAudit({ ...ctx, db: tx }, createContract.id, id, accountId);
  });
  return readWave(ctx, { wave_id: id });
}

/** Waves, the newest first. */
export async function listWaves(
  ctx: AccountContext,
  input: InputOf<typeof listContract>,
): Promise<{ rows: Wave[]; total: number }> {
  const { rows: counted } = await sql<{ n: string }>`
    select count(*) as n from pick_pack_waves w where ${visible(ctx)}`.execute(ctx.db);
  const { rows } = await sql<WaveRow>`
    select ${COLUMNS} from pick_pack_waves w where ${visible(ctx)}
    order by w.created_at desc, w.id limit ${Number(input.limit)} offset ${Number(input.offset)}`.execute(ctx.db);
  const names = await actorNames(
    ctx.db,
    rows.map(({ created_by }) => created_by),
  );
  return { rows: rows.map((row) => present(row, names)), total: Number(counted[0]?.n ?? 0) };
}

type WaveOrder = {
  order_id: string;
  account_id: string;
  account_name: string;
  status: PickPackStatus;
  order_status: OrderStatus;
  tracking_number: string | null;
  recipient_name: string;
  cancel_requested_at: Date | null;
  parcel_count: string;
};

type PickRow = {
  account_id: string;
  account_name: string;
  order_id: string;
  parcel: number;
  sku: string | null;
  bar_code_eid: string | null;
  description: string;
  qty: string;
  warehouse_location: string | null;
};

/** A wave with its pick list: what the orders that are still to be packed need, by place. @throws ApiError NOT_FOUND */
export function readWave(ctx: AccountContext, input: { wave_id: string }): Promise<PickList> {
  return waveFor(ctx, input.wave_id, "readWave");
}

/** The same for an operation, which staff who name no account are audited with. @throws ApiError NOT_FOUND */
export async function waveFor(ctx: AccountContext, waveId: string, operation: string): Promise<PickList> {
  const { rows: waves } = await sql<WaveRow>`
    select ${COLUMNS} from pick_pack_waves w where ${visible(ctx)} and w.id = ${waveId}`.execute(ctx.db);
  if (!waves[0]) throw notFound();
  const { rows: orders } = await sql<WaveOrder>`
    select p.order_id, p.account_id, p.status, o.status as order_status, o.tracking_number, o.recipient_name,
      o.cancel_requested_at, (select name from accounts a where a.id = p.account_id) as account_name,
      (select count(*) from order_parcels x where x.account_id = p.account_id and x.environment = p.environment
        and x.order_id = p.order_id) as parcel_count
    from pick_pack_orders p
    join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
    where p.wave_id = ${waveId} order by p.requested_at, p.order_id`.execute(ctx.db);
  if (!ctx.account)
    await recordLook(
      ctx,
      operation,
      waveId,
      orders.map(({ account_id }) => account_id),
    );
  const { rows: picks } = await sql<PickRow>`
    select i.account_id, (select name from accounts a where a.id = i.account_id) as account_name, i.order_id, i.parcel, i.sku, i.bar_code_eid, i.description, sum(i.qty)::text as qty,
      g.warehouse_location
    from pick_pack_orders p
    join order_items i on i.account_id = p.account_id and i.environment = p.environment and i.order_id = p.order_id
    -- The product that was reserved, whatever its sku is called now.
    left join stock_movements m on m.account_id = i.account_id and m.environment = i.environment
      and m.order_id = i.order_id and m.sku = i.sku and m.kind = 'RESERVED'
    left join products g on g.account_id = m.account_id and g.environment = m.environment and g.id = m.product_id
    where p.wave_id = ${waveId} and p.status = 'PICKPACK_CONFIRMED'
    group by i.account_id, i.order_id, i.parcel, i.sku, i.bar_code_eid, i.description, g.warehouse_location, p.requested_at
    order by g.warehouse_location nulls last, i.account_id, i.sku, p.requested_at, i.order_id, i.parcel`.execute(
    ctx.db,
  );
  return {
    ...present(waves[0], await actorNames(ctx.db, [waves[0].created_by])),
    order_list: orders.map((order) => ({
      order_id: order.order_id,
      customer_eid: order.account_id,
      customer_name: order.account_name,
      status: order.status,
      tracking_number: order.tracking_number ?? "",
      recipient_name: order.recipient_name,
      parcel_count: Number(order.parcel_count),
      is_cancel_requested: isCancelRequested({ ...order, status: order.order_status }) ? "Y" : "N",
    })),
    pick_list: pickList(picks),
  };
}

/** Rows of one product follow each other; they become one pick with its orders. */
function pickList(rows: readonly PickRow[]): PickList["pick_list"] {
  const picks = new Map<string, PickList["pick_list"][number]>();
  for (const row of rows) {
    const key = JSON.stringify([row.account_id, row.sku]);
    const pick = picks.get(key) ?? {
      warehouse_location: row.warehouse_location,
      customer_eid: row.account_id,
      customer_name: row.account_name,
      sku: row.sku ?? "",
      bar_code_eid: row.bar_code_eid ?? "",
      description: row.description,
      qty: "0",
      order_list: [],
    };
    pick.qty = String(BigInt(pick.qty) + BigInt(row.qty));
    pick.order_list.push({ order_id: row.order_id, parcel: row.parcel, qty: row.qty });
    picks.set(key, pick);
  }
  return [...picks.values()];
}
