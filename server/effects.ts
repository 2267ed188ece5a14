/**
 * What other modules do when an order changes, within the order's own transaction. Orders announce changes here without
 * knowing those modules, which register their effects at start.
 */
import type { Account, Scope, Tx } from "@/server/context";
import { processWide } from "@/server/process-wide";

/** The announced order; its row is locked, or was written by the same transaction. */
export type AnnouncedOrder = { id: string; at: Date; actor: string };

type ConfirmedOrder = AnnouncedOrder & { provider: string; account: Account };

export type OrderEffects = {
  /** Whether a confirmation has anything to do there. Asked before it, without the database: one that concerns nobody is a single statement. */
  concerns(order: ConfirmedOrder): boolean;
  /** An order that concerns the module was confirmed. */
  confirmed(tx: Tx, scope: Scope, order: ConfirmedOrder): Promise<void>;
  /** Whether a merchant's cancellation takes effect at once or is recorded as a request. */
  cancellationOf(tx: Tx, scope: Scope, orderId: string): Promise<"CANCEL" | "REQUEST">;
  /** The order was cancelled, by anyone. */
  cancelled(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
  /** The recipient was corrected, so that every label of the order changes. */
  corrected(tx: Tx, scope: Scope, orderId: string): Promise<void>;
  /** A carrier has the order, whatever its state was before. */
  collected(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
};

const effectsOf = processWide("effects", () => new Map<string, OrderEffects>());

/** Registers the effects of a module, replacing its earlier ones. */
export function registerEffects(module: string, effects: OrderEffects): void {
  effectsOf.set(module, effects);
}

// Fails without any registration, because an unannounced order would never reach the warehouse.
function registered(): OrderEffects[] {
  const effects = [...effectsOf.values()];
  if (!effects.length) throw new Error("no module has put in its effects on orders");
  return effects;
}

/** Announces to every module what happened to an order. @throws Error when none has registered its effects */
export const effects: OrderEffects = {
  concerns(order) {
    return registered().some((each) => each.concerns(order));
  },
  async confirmed(tx, scope, order) {
    for (const each of registered()) if (each.concerns(order)) await each.confirmed(tx, scope, order);
  },
  async cancellationOf(tx, scope, orderId) {
    for (const each of registered())
      if ((await each.cancellationOf(tx, scope, orderId)) === "REQUEST") return "REQUEST";
    return "CANCEL";
  },
  async cancelled(tx, scope, order) {
    for (const each of registered()) await each.cancelled(tx, scope, order);
  },
  async corrected(tx, scope, orderId) {
    for (const each of registered()) await each.corrected(tx, scope, orderId);
  },
  async collected(tx, scope, order) {
    for (const each of registered()) await each.collected(tx, scope, order);
  },
};
