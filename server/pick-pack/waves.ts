import { randomBytes } from "node:crypto";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { hongKongDate, hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import {
  createWave as createContract,
  type listWaves as listContract,
  MAX_WAVE,
  type WavePickList as PickList,
  pickWave as pickContract,
  type Wave,
} from "@/lib/contracts/pickpack-bench";
import { ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import type { OrderStatus } from "@/lib/orders/status";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { actorNames, recordAudit, recordRead, withinReach } from "@/server/accounts";
import { actorOf, type Context } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { isCancelRequested } from "@/server/orders";
import { requirePacker } from "./packers";
import { type PickedRow, presentShort } from "./shelf-shorts";
import { IS_SINGLE } from "./store";

type WaveRow = Selectable<Tables["pick_pack_waves"]> & {
  order_count: string;
  open_count: string;
  status: Wave["status"];
};

/** The waves that a caller may see: those of the account, or all for staff who name none. */
function visible(ctx: Context): RawBuilder<SqlBool> {
  const own = withinReach(ctx, "w.account_id");
  return sql<SqlBool>`w.environment = ${ctx.environment} and ${ctx.account ? own : sql`(w.account_id is null or ${own})`}`;
}

const STATUS = sql`case when w.cancelled_at is not null then 'CANCELLED'
  when w.closed_at is not null or not exists (
    select from pick_pack_orders p where p.wave_id = w.id and p.status = 'PICKPACK_CONFIRMED') then 'CLOSED'
  else 'OPEN' end`;

const COLUMNS = sql`w.*,
  (select count(*) from pick_pack_orders p where p.wave_id = w.id) as order_count,
  (select count(*) from pick_pack_orders p where p.wave_id = w.id and p.status = 'PICKPACK_CONFIRMED') as open_count,
  ${STATUS} as status`;

const personOf = ({ assigned_to: id }: WaveRow) => id && `person:${id}`;

function present(row: WaveRow, names: ReadonlyMap<string, string>): Wave {
  return {
    wave_id: row.id,
    wave_number: row.number ?? row.id,
    customer_eid: row.account_id,
    shipping_provider: row.shipping_provider,
    cut_off: row.cut_off ? hongKongIso(row.cut_off) : null,
    create_time: hongKongIso(row.created_at),
    created_by: names.get(row.created_by) ?? row.created_by,
    status: row.status,
    name: row.name,
    assigned_to:
      row.assigned_to === null
        ? null
        : {
            person_id: row.assigned_to,
            name: names.get(`person:${row.assigned_to}`) ?? row.assigned_to,
          },
    is_single_items: row.single_items ? "Y" : "N",
    order_count: Number(row.order_count),
    open_count: Number(row.open_count),
  };
}

/** The advisory lock under which waves get their numbers: (this, environment). */
const NUMBERING = 0x77617665;

/** The next number of the day in an environment; makers of other waves wait until this transaction ends. */
async function nextNumber(tx: Tx, { environment }: Context, at: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(${NUMBERING}::int, hashtext(${environment}))`.execute(tx);
  const start = `W-${hongKongDate(at).replaceAll("-", "")}-`;
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(number, ${start.length + 1}::int)::int), 0) as last from pick_pack_waves
    where environment = ${environment} and starts_with(number, ${start})`.execute(tx);
  return start + String((rows[0]?.last ?? 0) + 1).padStart(2, "0");
}

function chosenRows(orders: readonly { customer_eid: string; order_id: string }[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(orders)}::json) as x (customer_eid bigint, order_id bigint)`;
}

/**
 * Collects confirmed orders that are in no wave, the oldest first. If two waves are made at once, each order joins only
 * one. @throws ApiError 400 when no order matches; 500998
 */
export async function createWave(ctx: Context, input: InputOf<typeof createContract>): Promise<PickList> {
  const id = `wv_${randomBytes(9).toString("hex")}`;
  const filters: RawBuilder<unknown>[] = [
    sql`p.environment = ${ctx.environment}`,
    sql`p.status = 'PICKPACK_CONFIRMED'`,
    sql`p.wave_id is null`,
    sql`p.packing_started_at is null`,
    sql`o.cancel_requested_at is null`,
    withinReach(ctx, "p.account_id"),
  ];
  if (input.shipping_provider) filters.push(sql`p.shipping_provider = ${input.shipping_provider}`);
  if (input.cut_off) filters.push(sql`p.requested_at <= ${new Date(input.cut_off)}`);
  if (input.customer_eid) filters.push(sql`p.account_id = ${input.customer_eid}`);
  if (input.is_single_items === "Y") filters.push(IS_SINGLE);
  const chosen = input.order_list;
  if (chosen) filters.push(sql`(p.account_id, p.order_id) in (select * from ${chosenRows(chosen)})`);
  if (input.assigned_to) await requirePacker(ctx, input.assigned_to);
  await createOnce(ctx, createContract.id, id, async (tx) => {
    await tx
      .insertInto("pick_pack_waves")
      .values({
        id,
        number: await nextNumber(tx, ctx, new Date()),
        environment: ctx.environment,
        account_id: ctx.account?.id ?? input.customer_eid ?? null,
        name: input.name || null,
        assigned_to: input.assigned_to ?? null,
        single_items: input.is_single_items === "Y",
        shipping_provider: input.shipping_provider ?? null,
        cut_off: input.cut_off ? new Date(input.cut_off) : null,
        created_by: actorOf(ctx),
      })
      .execute();
    const { rows } = await sql<{ account_id: string; order_id: string }>`
      with picked as materialized (
        select p.account_id, p.environment, p.order_id from pick_pack_orders p
        join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
        where ${sql.join(filters, sql` and `)}
        order by p.requested_at, p.order_id limit ${MAX_WAVE}
        for update of p skip locked
      )
      update pick_pack_orders p set wave_id = ${id}, updated_at = now() from picked
      where p.account_id = picked.account_id and p.environment = picked.environment and p.order_id = picked.order_id
      returning p.account_id, p.order_id`.execute(tx);
    const taken = new Set(rows.map(({ account_id, order_id }) => `${account_id} ${order_id}`));
    const problems = (chosen ?? []).flatMap(({ customer_eid, order_id }, index): Problem[] =>
      taken.has(`${customer_eid} ${order_id}`) ? [] : [{ path: ["order_list", index, "order_id"], key: "waveUnfit" }],
    );
    if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
    if (!rows.length) throw invalid({ path: ["shipping_provider"], key: "waveEmpty" });
    // The pipeline already audits staff who name an account.
    if (!ctx.account)
      await recordAudit(
        { ...ctx, db: tx },
        rows.map(({ account_id }) => account_id),
        { operation: createContract.id, objectId: id },
      );
  });
  return waveFor(ctx, id, null);
}

/** Waves, the newest first. */
export async function listWaves(
  ctx: Context,
  input: InputOf<typeof listContract>,
): Promise<{ rows: Wave[]; total: number }> {
  const filters: RawBuilder<unknown>[] = [visible(ctx)];
  if (input.status) filters.push(sql`(${STATUS}) = ${input.status}`);
  if (input.customer_eid)
    filters.push(sql`(w.account_id = ${input.customer_eid} or exists (
      select from pick_pack_orders p where p.wave_id = w.id and p.account_id = ${input.customer_eid}
        and ${withinReach(ctx, "p.account_id")}))`);
  const where = sql.join(filters, sql` and `);
  const { rows: counted } = await sql<{ n: string }>`
    select count(*) as n from pick_pack_waves w where ${where}`.execute(ctx.db);
  const { rows } = await sql<WaveRow>`
    select ${COLUMNS} from pick_pack_waves w where ${where}
    order by w.created_at desc, w.id limit ${Number(input.limit)} offset ${Number(input.offset)}`.execute(ctx.db);
  const names = await actorNames(
    ctx.db,
    rows.flatMap((row) => [row.created_by, personOf(row)]),
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
  reference: string | null;
  client_remarks: string | null;
  cancel_requested_at: Date | null;
  parcel_count: string;
};

type PickedColumn = "picked_by" | "picked_at" | "short" | "short_of";
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
} & (Pick<PickedRow, PickedColumn> | Record<PickedColumn, null>);

/** A wave with its pick list: what the orders still to be packed need, by location. @throws ApiError NOT_FOUND */
export function readWave(ctx: Context, input: { wave_id: string }): Promise<PickList> {
  return waveFor(ctx, input.wave_id, "readWave");
}

/**
 * Ticks lines of a wave's pick list for all packers, or unticks them (contract §7.12); a line that is already ticked
 * keeps its first picker, unless more or fewer of its units are missing now. @throws ApiError NOT_FOUND; 400 for a line
 * that is not on the list, or more missing units than it has
 */
export async function pickWave(ctx: Context, input: InputOf<typeof pickContract>): Promise<PickList> {
  const { wave_id: waveId, pick_list: ticked, is_picked } = input;
  const wave = await waveFor(ctx, waveId, null);
  const known = new Map(wave.pick_list.map(({ customer_eid, sku, qty }) => [`${customer_eid} ${sku}`, qty]));
  const problems = ticked.flatMap(({ customer_eid, sku, short = "0" }, index): Problem[] => {
    const max = known.get(`${customer_eid} ${sku}`);
    if (max === undefined) return [{ path: ["pick_list", index, "sku"], key: "pickUnknown" }];
    return BigInt(short) > BigInt(max)
      ? [{ path: ["pick_list", index, "short"], key: "shortTooMany", params: { max } }]
      : [];
  });
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  // A line that is named twice is ticked once, as it is named last.
  const once = new Map(
    ticked.map((line) => {
      const key = `${line.customer_eid} ${line.sku}`;
      return [key, { ...line, qty: known.get(key) }];
    }),
  );
  const lines = sql`json_to_recordset(${JSON.stringify([...once.values()])}::json)
    as x (customer_eid bigint, sku text, short bigint, qty bigint)`;
  await withTransaction(ctx.db, async (tx) => {
    if (is_picked === "Y")
      await sql`
        insert into pick_pack_picks as k (wave_id, account_id, sku, picked_by, short, short_of)
        select ${waveId}, customer_eid, sku, ${actorOf(ctx)}, short, qty from ${lines}
        on conflict (wave_id, account_id, sku) do update
        set picked_by = excluded.picked_by, picked_at = now(), short = excluded.short, short_of = excluded.short_of
        where excluded.short <> coalesce(k.short, 0)`.execute(tx);
    else
      await sql`
        delete from pick_pack_picks k using ${lines}
        where k.wave_id = ${waveId} and k.account_id = x.customer_eid and k.sku = x.sku`.execute(tx);
    // The pipeline already audits staff who name an account.
    if (!ctx.account)
      await recordAudit(
        { ...ctx, db: tx },
        ticked.map(({ customer_eid }) => customer_eid),
        { operation: pickContract.id, objectId: waveId },
      );
  });
  return waveFor(ctx, waveId, null);
}

/**
 * The same for an operation, by which staff who name no account are audited as looking; null: a change, which is audited
 * itself. @throws ApiError NOT_FOUND
 */
export async function waveFor(ctx: Context, waveId: string, operation: string | null): Promise<PickList> {
  const { rows: waves } = await sql<WaveRow>`
    select ${COLUMNS} from pick_pack_waves w where ${visible(ctx)} and w.id = ${waveId}`.execute(ctx.db);
  if (!waves[0]) throw notFound();
  const { rows: orders } = await sql<WaveOrder>`
    select p.order_id, p.account_id, p.status, o.status as order_status, o.tracking_number, o.recipient_name, o.reference,
      case when a.remarks_to_packer then o.client_remarks end as client_remarks, o.cancel_requested_at,
      a.name as account_name,
      (select count(*) from order_parcels x where x.account_id = p.account_id and x.environment = p.environment
        and x.order_id = p.order_id) as parcel_count
    from pick_pack_orders p
    join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
    join accounts a on a.id = p.account_id
    where p.wave_id = ${waveId} and ${withinReach(ctx, "p.account_id")} order by p.requested_at, p.order_id`.execute(
    ctx.db,
  );
  if (!ctx.account && operation !== null)
    await recordRead(
      ctx,
      orders.map(({ account_id }) => account_id),
      operation,
      waveId,
    );
  const { rows: picks } = await sql<PickRow>`
    select i.account_id, (select name from accounts a where a.id = i.account_id) as account_name, i.order_id, i.parcel, i.sku, i.bar_code_eid, i.description, sum(i.qty)::text as qty,
      g.warehouse_location, k.picked_by, k.picked_at, k.short, k.short_of
    from pick_pack_orders p
    join order_items i on i.account_id = p.account_id and i.environment = p.environment and i.order_id = p.order_id
    -- The product that was reserved, whatever its sku is called now.
    left join stock_movements m on m.account_id = i.account_id and m.environment = i.environment
      and m.order_id = i.order_id and m.sku = i.sku and m.kind = 'RESERVED'
    left join products g on g.account_id = m.account_id and g.environment = m.environment and g.id = m.product_id
    left join pick_pack_picks k on k.wave_id = p.wave_id and k.account_id = i.account_id and k.sku = coalesce(i.sku, '')
    where p.wave_id = ${waveId} and p.status = 'PICKPACK_CONFIRMED' and ${withinReach(ctx, "p.account_id")}
    group by i.account_id, i.order_id, i.parcel, i.sku, i.bar_code_eid, i.description, g.warehouse_location, k.picked_by, k.picked_at,
      k.short, k.short_of, p.requested_at
    order by g.warehouse_location nulls last, i.account_id, i.sku, p.requested_at, i.order_id, i.parcel`.execute(
    ctx.db,
  );
  const names = await actorNames(ctx.db, [
    waves[0].created_by,
    personOf(waves[0]),
    ...picks.map(({ picked_by }) => picked_by),
  ]);
  return {
    ...present(waves[0], names),
    order_list: orders.map((order) => ({
      order_id: order.order_id,
      customer_eid: order.account_id,
      customer_name: order.account_name,
      status: order.status,
      order_status: order.order_status,
      tracking_number: order.tracking_number ?? "",
      recipient_name: order.recipient_name,
      reference: order.reference,
      client_remarks: order.client_remarks,
      parcel_count: Number(order.parcel_count),
      is_cancel_requested: isCancelRequested({ ...order, status: order.order_status }) ? "Y" : "N",
    })),
    pick_list: pickList(picks, names),
  };
}

/** Rows of one product are consecutive; they become one pick with its orders. */
function pickList(rows: readonly PickRow[], names: ReadonlyMap<string, string>): PickList["pick_list"] {
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
      picked_by: row.picked_by && (names.get(row.picked_by) ?? row.picked_by),
      picked_time: row.picked_at ? hongKongIso(row.picked_at) : null,
      shelf_short: row.picked_by === null ? null : presentShort(row, names),
      order_list: [],
    };
    pick.qty = String(BigInt(pick.qty) + BigInt(row.qty));
    pick.order_list.push({ order_id: row.order_id, parcel: row.parcel, qty: row.qty });
    picks.set(key, pick);
  }
  return [...picks.values()];
}
