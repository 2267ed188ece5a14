import { cancellationIn } from "@/lib/pickpack-status";
import { registerEffects } from "@/server/effects";
import { closeCollected } from "./collected";
import { giveBack } from "./stock";
import { insertPickPack, lockPickPack, updatePickPack } from "./store";

/** Puts in what confirming or cancelling an order does here. Before the first order is changed. */
export function registerPickPack(): void {
  registerEffects("pick-pack", {
    confirmed: (tx, scope, order) => insertPickPack(tx, scope, order),

    async cancellationOf(tx, scope, orderId) {
      const row = await lockPickPack(tx, scope, orderId);
      return row ? cancellationIn(row.status) : "CANCEL";
    },

    async cancelled(tx, scope, order) {
      const row = await lockPickPack(tx, scope, order.id);
      // A rejected one has cancelled its order itself.
      if (!row || row.status === "PICKPACK_REJECTED") return;
      await giveBack(tx, scope, order.id, order.actor);
      await updatePickPack(tx, scope, order.id, { status: "PICKPACK_CANCELLED", updated_at: order.at });
    },

    collected: closeCollected,
  });
}
