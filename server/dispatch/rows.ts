import { type RawBuilder, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { plain } from "@/lib/decimal";
import { splitDeliveryCode } from "@/lib/orders/choices";
import type { OrderStatus } from "@/lib/orders/status";
import { type AccountContext, actorOf } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

type Scan = { parcel: number; scanned_at: string; actor_name: string | null; hand_over_id: string | null };

type Row = {
  id: string;
  ship_type: "intl" | "local";
  status: OrderStatus;
  shipping_provider: string;
  reference: string | null;
  recipient_name: string;
  recipient_country: string;
  recipient: Record<string, string>;
  cod_amount: string | null;
  pickup_date: string | null;
  pickup_start_time: string | null;
  pickup_end_time: string | null;
  is_label_printed: boolean;
  weight: string;
  parcels: string;
  in_warehouse: boolean;
  printed_at: Date | null;
  scans: Scan[];
};

function presentOrder(row: Row): DispatchOrder {
  const { recipient } = row;
  const place = row.ship_type === "local" ? splitDeliveryCode(recipient.address ?? "").address : recipient.city;
  return {
    order_id: row.id,
    ship_type: row.ship_type,
    order_status: row.status,
    shipping_provider: row.shipping_provider,
    reference: row.reference,
    recipient_name: row.recipient_name,
    recipient_country: row.recipient_country,
    recipient_place: place || null,
    weight: plain(row.weight),
    parcel_count: Number(row.parcels),
    cod_amount: row.cod_amount,
    pickup_date: row.pickup_date,
    pickup_start_time: row.pickup_start_time,
    pickup_end_time: row.pickup_end_time,
    in_warehouse: row.in_warehouse,
    is_printed: row.is_label_printed,
    printed_at: row.printed_at && hongKongIso(row.printed_at),
    scan_list: row.scans.map((scan) => ({
      parcel: scan.parcel,
      scanned_at: hongKongIso(new Date(scan.scanned_at)),
      scanned_by: scan.actor_name,
      hand_over_id: scan.hand_over_id,
    })),
  };
}

/** Orders with these ids as dispatch shows them, in no order; `ids` is an array of SQL. */
export async function dispatchOrders(db: Db, scope: Scope, ids: RawBuilder<unknown>): Promise<DispatchOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.ship_type, o.status, o.shipping_provider, o.reference, o.recipient_name, o.recipient_country,
      o.recipient, o.cod_amount, o.pickup_date, o.pickup_start_time, o.pickup_end_time, o.is_label_printed,
      p.weight, p.parcels, l.printed_at, coalesce(s.scans, '[]') as scans,
      exists (select from pick_pack_orders w
        where ${within(scope, "w")} and w.order_id = o.id
          and w.status not in ('PICKPACK_CANCELLED', 'PICKPACK_REJECTED')) as in_warehouse
    from orders o
    cross join lateral (
      select sum(act_weight) as weight, count(*) as parcels from order_parcels p
      where ${within(scope, "p")} and p.order_id = o.id) p
    cross join lateral (
      select max(printed_at) as printed_at from order_prints l
      where ${within(scope, "l")} and l.order_id = o.id and l.document in ('label', 'all_documents')) l
    cross join lateral (
      select json_agg(json_build_object('parcel', parcel, 'scanned_at', scanned_at, 'actor_name', actor_name,
        'hand_over_id', hand_over_id) order by parcel) as scans
      from dispatch_scans s where ${within(scope, "s")} and s.order_id = o.id) s
    where ${within(scope, "o")} and o.id = any (${ids})`.execute(db);
  return rows.map(presentOrder);
}

/** Who scans or lists, as both tables name them: the name of a person of the account, none of staff. */
export function actorColumns(ctx: AccountContext): { actor: string; name: string | null } {
  const { actor } = ctx;
  const isOwn = actor.kind === "person" && actor.accountId === ctx.account.id;
  return { actor: actorOf(ctx), name: isOwn ? actor.name : null };
}
