/** Owns which modules act when an order changes. Must run before the first order does. */
import { listenToOrders } from "@/server/effects";
import { messagesListener, moneyListener } from "@/server/orders";
import { pickPackListener } from "@/server/pick-pack";

export function registerListeners(): void {
  listenToOrders("money", moneyListener);
  listenToOrders("messages", messagesListener);
  listenToOrders("pick-pack", pickPackListener);
}
