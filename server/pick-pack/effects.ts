import { cancellationIn } from "@/lib/warehouse/pickpack-status";
import type { Listener } from "@/server/effects";
import { giveBack } from "@/server/goods";
import { closeCollected } from "./collected";
import { endLabelScans } from "./label-scans";
import { shortStock } from "./short";
import { insertPickPack, lockPickPack, updatePickPack } from "./store";

/** What confirming, cancelling, correcting or collecting an order does here. */
export const pickPackListener: Listener = {
  concerns: ({ account }) => account.pickPack,
  confirmed: (tx, scope, orders) => insertPickPack(tx, scope, orders),

  async cancellationOf(tx, scope, orderId) {
    const row = await lockPickPack(tx, scope, orderId);
    return row ? cancellationIn(row.status) : "CANCEL";
  },

  async cancelled(tx, scope, order) {
    const row = await lockPickPack(tx, scope, order.id);
    // A rejected one has already cancelled its order.
    if (!row || row.status === "PICKPACK_REJECTED") return;
    await giveBack(tx, scope, order.id, await shortStock(tx, scope, order.id), order.actor);
    await updatePickPack(tx, scope, order.id, { status: "PICKPACK_CANCELLED", updated_at: order.at });
  },

  corrected: (tx, scope, orderId) => endLabelScans(tx, scope, orderId),

  collected: closeCollected,
};
