import type { AccountContext } from "@/server/context";
import * as goods from "@/server/goods";
import * as pickPack from "@/server/pick-pack";
import type { WarehouseCounts } from "./todo";

const RECENT_DAYS = 7;
// Newest arrivals first: if more than one page was rejected in a week, one page is counted.
const NEWEST = { sort: "-request_datetime", limit: "100", offset: "0" } as const;

/** What needs the attention of a shop with pick-and-pack: orders rejected in the last days, products that run low. */
export async function warehouseCounts(ctx: AccountContext): Promise<WarehouseCounts> {
  const [rejected, low] = await Promise.all([
    pickPack.listPickPack(ctx, { ...NEWEST, status: "PICKPACK_REJECTED" }),
    goods.listProducts(ctx, { is_low_stock: "Y", sort: "sku", limit: "1", offset: "0" }),
  ]);
  const since = Date.now() - RECENT_DAYS * 86_400_000;
  const isRecent = (time: string) => new Date(`${time.replace(" ", "T")}+08:00`).getTime() >= since;
  return {
    rejected: rejected.rows.filter(({ update_datetime }) => isRecent(update_datetime)).length,
    lowStock: low.total,
  };
}
