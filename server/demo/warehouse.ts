import { itemInput } from "@/lib/contracts/item";
import { productInput } from "@/lib/contracts/product";
import type { AccountContext } from "@/server/context";
import { changeStock, createItem, createProduct } from "@/server/goods";
import { cancelOrder } from "@/server/orders";
import {
  confirmPickPack,
  createWave,
  listPickPack,
  noteShort,
  readBench,
  readyPickPack,
  rejectPickPack,
  scanItem,
  scanLabel,
} from "@/server/pick-pack";
import type { DemoItem } from "./parties";

/** The actor that creates the demonstration data. */
export const DEMONSTRATION = { kind: "client", id: "demonstration", accountId: null } as const;

const HOUR = 3_600_000;

/** A person of the warehouse's staff. */
export type Packer = { id: string; name: string; email: string };

function asWarehouse(ctx: AccountContext, packer?: Packer): AccountContext {
  const staff = { role: "warehouse", accountId: null } as const;
  const actor = packer
    ? ({ ...staff, ...packer, kind: "person", sessionId: "demonstration", visit: null } as const)
    : { ...DEMONSTRATION, ...staff };
  return { ...ctx, actor };
}

/**
 * Advances an order in the warehouse: packed if a carrier has it, otherwise a mix of stages. `nth`: among the orders of
 * its status.
 */
export async function packDemoOrder(
  ctx: AccountContext,
  order: { id: string; status: string; created: Date; nth: number },
  chance: () => number,
): Promise<void> {
  const staff = asWarehouse(ctx);
  const confirmed = new Date(order.created.getTime() + HOUR / 4);
  const ready = new Date(order.created.getTime() + HOUR / 2);
  if (order.status === "PENDING_CONFIRM") return;
  if (order.status === "CANCELLED") {
    if (chance() < 0.5)
      await rejectPickPack(staff, { order_id: order.id, reject_type: "OUT_OF_STOCK", reject_reason: undefined });
  } else if (order.status !== "READY_TO_SHIP") await packAt(staff, order.id, { confirmed, ready });
  else {
    const isBegun = chance() < 0.7;
    const isReady = isBegun && chance() < 0.4;
    // Some always wait for the warehouse, so that every stage is shown.
    if (isBegun && order.nth > 1) await packAt(staff, order.id, isReady ? { confirmed, ready } : { confirmed });
  }
}

/** Packs an order at these times, with the labels of several parcels scanned. */
async function packAt(staff: AccountContext, order_id: string, at: { confirmed: Date; ready?: Date }): Promise<void> {
  await confirmPickPack({ ...staff, now: () => at.confirmed }, { order_id });
  const { ready } = at;
  if (!ready) return;
  const { parcel_list: parcels } = await readBench(staff, { order_id });
  for (const { parcel, tracking_number: code } of parcels.length > 1 ? parcels : [])
    await scanLabel(staff, { order_id, scan_id: `demonstration-label-${parcel}`, code });
  await readyPickPack({ ...staff, now: () => ready }, { order_id });
}

/** The stock that the warehouse starts with for a shop's goods. */
export async function stockUp(ctx: AccountContext, goods: readonly DemoItem[]): Promise<void> {
  for (const [index, item] of goods.entries()) {
    const product = productInput.parse({
      sku: item.sku,
      bar_code_eid: item.barcode,
      name: item.description,
      weight: item.weight,
      hscode: item.hscode,
      origin: item.origin,
      battery: item.battery,
      unit: "PCS",
      unit_value: item.price,
      currency: "HKD",
      warehouse_location: `A-${String(index + 1).padStart(2, "0")}`,
      low_stock_mark: "60",
    });
    const { product_id } = await createProduct(ctx, product);
    const delivery = { kind: "RECEIVED", qty: String(80 + 30 * index), reason: "Opening stock" } as const;
    await changeStock(asWarehouse(ctx), { product_id, ...delivery });
  }
}

type Bench = Awaited<ReturnType<typeof readBench>>;

/** A line of which a unit can be missing without leaving its parcel empty. */
function lineToShort({ parcel_list: [parcel] }: Bench) {
  return parcel?.item_list.find(({ qty }) => Number(qty) > 1);
}

/** Packs the first order that can be packed short, leaving out one damaged unit; returns its number. */
async function packOneShort(staff: AccountContext, orders: readonly string[]): Promise<string | null> {
  for (const order_id of orders) {
    const bench = await readBench(staff, { order_id });
    const line = lineToShort(bench);
    if (!line) continue;
    const place = { order_id, parcel: "1" };
    // Before the scans: if a product is on two lines, scans fill the line that is still open.
    const note = { position: String(line.position), qty: "1", scan_id: "demonstration-short" };
    await noteShort(staff, { ...place, ...note, reason: "DAMAGED", remarks: "The box was crushed on the shelf." });
    let scans = 0;
    for (const { sku, qty, position } of bench.parcel_list[0]?.item_list ?? [])
      for (let unit = position === line.position ? 1 : 0; unit < Number(qty); unit++)
        await scanItem(staff, { ...place, scan_id: `demonstration-${++scans}`, code: sku });
    await readyPickPack(staff, { order_id, confirm_short: "Y" });
    return order_id;
  }
  return null;
}

/**
 * Current work in the warehouse: a wave whose first order is begun, an order packed short, and one with a cancellation
 * request. `packer` is who does it.
 */
export async function beginDemoWave(ctx: AccountContext, packer: Packer): Promise<void> {
  const staff = asWarehouse(ctx, packer);
  const page = { sort: "request_datetime", limit: "100", offset: "0" } as const;
  const { rows } = await listPickPack(ctx, { status: "PICKPACK_CONFIRMED", ...page });
  const single = rows.slice(1).filter(({ parcel_count }) => parcel_count === 1);
  const short = await packOneShort(
    staff,
    single.map(({ order_id }) => order_id),
  );
  const [first, ...others] = rows.filter(({ order_id }) => order_id !== short);
  if (!first) return;
  await createWave(staff, { shipping_provider: first.shipping_provider });
  const { parcel_list } = await readBench(staff, { order_id: first.order_id });
  const code = parcel_list[0]?.item_list[0]?.sku ?? "";
  await scanItem(staff, { order_id: first.order_id, scan_id: "demonstration", code });
  const asked = others.findLast(({ shipping_provider }) => shipping_provider !== first.shipping_provider);
  if (asked)
    await cancelOrder(ctx, {
      order_id: asked.order_id,
      reason: "CUSTOMER_REQUEST",
      remarks: "The customer has ordered twice.",
    });
}

/** What a shop without stock in the warehouse has saved about its goods. */
export async function saveItems(ctx: AccountContext, goods: readonly DemoItem[]): Promise<void> {
  for (const { sku, barcode, description, weight, hscode, origin, battery, price } of goods)
    await createItem(
      ctx,
      itemInput.parse({
        sku,
        bar_code_eid: barcode,
        name: description,
        hscode,
        origin,
        currency: "HKD",
        single_price: price,
        single_weight: weight,
        unit: "PCS",
        battery,
      }),
    );
}
