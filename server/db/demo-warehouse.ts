import { productInput } from "@/lib/contracts/product";
import type { AccountContext } from "@/server/context";
import { cancelOrder } from "@/server/orders";
import {
  changeStock,
  createProduct,
  createWave,
  listPickPack,
  packPastOrder,
  readBench,
  rejectPickPack,
  scanItem,
} from "@/server/pick-pack";
import type { DemoItem } from "./demo-parties";

/** Who makes the demonstration data. */
export const DEMONSTRATION = { kind: "client", id: "demonstration", accountId: null } as const;

const HOUR = 3_600_000;

function asWarehouse(ctx: AccountContext): AccountContext {
  return { ...ctx, actor: { ...DEMONSTRATION, role: "warehouse" } };
}

/** As far as the warehouse has come with an order: what carriers have is packed, of the rest there is some of each. */
export async function packDemoOrder(
  ctx: AccountContext,
  order: { id: string; status: string; created: Date },
  chance: () => number,
): Promise<void> {
  const staff = asWarehouse(ctx);
  const confirmed = new Date(order.created.getTime() + HOUR / 4);
  const ready = new Date(order.created.getTime() + HOUR / 2);
  if (order.status === "PENDING_CONFIRM") return;
  if (order.status === "CANCELLED") {
    if (chance() < 0.5)
      await rejectPickPack(staff, { order_id: order.id, reject_type: "OUT_OF_STOCK", reject_reason: undefined });
  } else if (order.status !== "READY_TO_SHIP") await packPastOrder(staff, order.id, { confirmed, ready });
  else if (chance() < 0.7) await packPastOrder(staff, order.id, chance() < 0.4 ? { confirmed, ready } : { confirmed });
}

/** What the warehouse keeps of a shop's goods at first. */
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

/** What goes on in the warehouse: a wave whose first order is begun, and another order that is asked to be cancelled. */
export async function beginDemoWave(ctx: AccountContext): Promise<void> {
  const staff = asWarehouse(ctx);
  const page = { sort: "request_datetime", limit: "100", offset: "0" } as const;
  const { rows } = await listPickPack(ctx, { status: "PICKPACK_CONFIRMED", ...page });
  const [first, ...others] = rows;
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
