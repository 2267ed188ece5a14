/**
 * What other modules do when an order changes, within the order's own transaction. Orders announce here and know none
 * of them; modules that build on orders put their effects in at start.
 */
import type { Scope, Tx } from "@/server/context";

/** The order that is announced; its row is locked, or was written by the same transaction. */
export type AnnouncedOrder = { id: string; at: Date; actor: string };

export type OrderEffects = {
  /** A confirmed order of an account with pick-and-pack. */
  confirmed(tx: Tx, scope: Scope, order: AnnouncedOrder & { provider: string }): Promise<void>;
  /** Whether a merchant's cancellation is done at once, or recorded as a request. */
  cancellationOf(tx: Tx, scope: Scope, orderId: string): Promise<"CANCEL" | "REQUEST">;
  /** The order is cancelled, by whomever. */
  cancelled(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
  /** A carrier has the order, whatever was done with it before. */
  collected(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
};

const EFFECTS = Symbol.for("sampan.effects");
// On globalThis: route handlers and the start of the server are separate bundles of one process.
const globals = globalThis as typeof globalThis & { [EFFECTS]?: Map<string, OrderEffects> };

/** Puts the effects of a module in, in place of those that it put in before. */
export function registerEffects(module: string, effects: OrderEffects): void {
  globals[EFFECTS] ??= new Map();
  globals[EFFECTS].set(module, effects);
}

// An order that nobody heard of would never reach the warehouse.
function registered(): OrderEffects[] {
  const effects = [...(globals[EFFECTS]?.values() ?? [])];
  if (!effects.length) throw new Error("no module has put in its effects on orders");
  return effects;
}

/** Tells every module what happened to an order. @throws Error when none has put in its effects */
export const effects: OrderEffects = {
  async confirmed(tx, scope, order) {
    for (const each of registered()) await each.confirmed(tx, scope, order);
  },
  async cancellationOf(tx, scope, orderId) {
    for (const each of registered())
      if ((await each.cancellationOf(tx, scope, orderId)) === "REQUEST") return "REQUEST";
    return "CANCEL";
  },
  async cancelled(tx, scope, order) {
    for (const each of registered()) await each.cancelled(tx, scope, order);
  },
  async collected(tx, scope, order) {
    for (const each of registered()) await each.collected(tx, scope, order);
  },
};
