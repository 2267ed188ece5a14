import { firstWindow, hongKongNow } from "@/lib/orders/pickup-window";
import { listProviders } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { createHandOver, readDispatch, scanDispatch, signHandOver } from "@/server/dispatch";
import { recordPrints } from "@/server/documents";
import { updateOrder } from "@/server/orders";

/** "AK", as a person writes it in a hurry. */
const SIGNATURE = "180,240 260,60 340,240;210,170 320,170;460,50 450,250;640,60 460,160 660,250 760,230 860,180";

/**
 * A day's work half done, by a person in the shop: some collections are booked, labels printed, parcels scanned out, and
 * a list of them is signed.
 */
export async function demoDispatch(
  ctx: AccountContext,
  person: { id: string; name: string; email: string },
): Promise<void> {
  const own: AccountContext = {
    ...ctx,
    actor: { kind: "person", role: "owner", accountId: ctx.account.id, sessionId: "", visit: null, ...person },
  };
  const { order_list: orders } = await readDispatch(own, { day: undefined });
  const local = orders.filter(({ ship_type }) => ship_type === "local");
  const calendars = new Map((await listProviders(own, {})).map(({ code, services }) => [code, services]));
  const scanned = local.slice(0, 2).map(({ order_id }) => order_id);
  for (const { order_id, shipping_provider } of local.slice(scanned.length)) {
    const calendar = calendars.get(shipping_provider);
    const window = calendar && firstWindow(calendar, hongKongNow());
    if (window) await updateOrder(own, { order_id, pickup_arrange: window });
  }
  const ids = orders.filter((_, nth) => nth % 4 === 0).map(({ order_id }) => order_id);
  const printed = [...new Set([...scanned, ...ids])];
  if (printed.length > 0) await recordPrints(own, { order_ids: printed, document: "label", paper: "100x150" });
  for (const code of scanned) await scanDispatch(own, { code });
  const [first] = scanned;
  if (!first) return;
  const { id } = await createHandOver(own, { order_ids: [first] });
  await signHandOver(own, { id, name: "Ah Keung 阿強", signature: SIGNATURE });
}
