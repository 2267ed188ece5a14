import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Units of a line that are not in the parcel: noted at the bench, and left out of papers.
  `alter table order_items add column short_qty bigint not null default 0`,
  // The amount that the merchant asked to collect, if the warehouse lowered it; when a label of the order last changed.
  `alter table orders add column declared_cod_amount numeric, add column label_changed_at timestamptz`,

  `alter table pick_pack_scans drop constraint pick_pack_scans_kind_check, drop constraint pick_pack_scans_reason_check,
    add constraint pick_pack_scans_kind_check check (kind in ('SCAN', 'SHORT', 'LABEL')),
    add constraint pick_pack_scans_reason_check check (reason in ('OUT_OF_STOCK', 'MISSING', 'DAMAGED', 'OTHERS'))`,
  // What the previous version noted on orders that are still to be sent or were sent short.
  `update order_items i set short_qty = n.units
    from (
      select s.account_id, s.environment, s.order_id, s.parcel, s.position, sum(s.qty) as units
      from pick_pack_scans s
      join pick_pack_orders p on p.account_id = s.account_id and p.environment = s.environment and p.order_id = s.order_id
      where s.kind = 'SHORT' and s.undone_at is null and p.status in ('PICKPACK_CONFIRMED', 'PICKPACK_READY_TO_SHIPMENT')
      group by s.account_id, s.environment, s.order_id, s.parcel, s.position
    ) n
    where i.account_id = n.account_id and i.environment = n.environment and i.order_id = n.order_id
      and i.parcel = n.parcel and i.position = n.position`,

  // Units that are missing until a count settles it, and damaged ones: neither is on hand.
  `alter table products add column missing bigint not null default 0, add column damaged bigint not null default 0,
    add constraint products_unsaleable check (missing >= 0 and damaged >= 0),
    add constraint products_deleted_empty check (deleted_at is null or (missing = 0 and damaged = 0))`,
  `alter table stock_movements drop constraint stock_movements_kind_check, drop constraint stock_movements_check,
    add column missing_change bigint not null default 0, add column damaged_change bigint not null default 0,
    add column missing bigint not null default 0, add column damaged bigint not null default 0`,
  `alter table stock_movements
    add constraint stock_movements_kind_check check (kind in ('RECEIVED', 'ADJUSTED', 'COUNTED', 'WRITTEN_OFF', 'RESTORED',
      'RESERVED', 'RELEASED', 'TAKEN', 'MISSING', 'DAMAGED', 'REOPENED')),
    add constraint stock_movements_check check (kind = 'COUNTED' or on_hand_change <> 0 or reserved_change <> 0
      or missing_change <> 0 or damaged_change <> 0)`,

  // A courier has it; orders that are ready without this still wait.
  `alter table pick_pack_orders add column collected_at timestamptz`,
  `update pick_pack_orders p set collected_at = coalesce(o.moved_at, p.updated_at) from orders o
    where o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
      and p.status = 'PICKPACK_READY_TO_SHIPMENT' and o.status not in ('READY_TO_SHIP', 'CANCELLED')`,
  `create index pick_pack_orders_waiting on pick_pack_orders (environment, requested_at, order_id)
    where status = 'PICKPACK_READY_TO_SHIPMENT' and collected_at is null`,

  // Whether packers see client_remarks.
  `alter table accounts add column remarks_to_packer boolean not null default false`,

  // The items of a wave's pick list that a person has taken from the shelf.
  `create table pick_pack_picks (
    wave_id text not null references pick_pack_waves (id) on delete cascade,
    account_id bigint not null references accounts (id),
    sku text not null,
    picked_by text not null,
    picked_at timestamptz not null default now(),
    primary key (wave_id, account_id, sku)
  )`,
];

/** Packing short, missing or damaged units, collections, remarks to the packer, and the picked items of a wave. */
export const shortPacking: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
