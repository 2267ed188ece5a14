/**
 * What other modules do when an order changes, within the order's own transaction. Orders announce changes here without
 * knowing those modules, which listen from the start of the process (`server/listeners.ts`).
 */
import type { OrderStatus } from "@/lib/orders/status";
import type { DoneKind } from "@/lib/orders/thread";
import type { Account, AccountContext, Context } from "@/server/context";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import type { PriceLine } from "@/server/db/types";
import { processWide } from "@/server/process-wide";

/** The announced order; its row is locked, or was written by the same transaction. */
export type AnnouncedOrder = { id: string; at: Date; actor: string };

type ConfirmedOrder = AnnouncedOrder & { provider: string; account: Account };

/** A confirmed order that is in a state now; amounts in HKD. */
export type MovedOrder = AnnouncedOrder & { status: OrderStatus; wasConfirmed: boolean; codAmount: string | null };

/** An order before new measures, with its new price (HKD) and weight (kg), and what was measured in words. */
export type RemeasuredOrder = {
  id: string;
  before: { price: string; chargeableWeight: string | null; breakdown: PriceLine[] };
  now: { price: string; chargeableWeight: string };
  measured: string;
};

type Effects = {
  /** Whether a confirmation has anything to do there. Asked before it, without the database: an order that concerns no listener is one statement. */
  concerns(order: ConfirmedOrder): boolean;
  /** Orders of one account that concern the module were confirmed. */
  confirmed(tx: Tx, scope: Scope, orders: readonly ConfirmedOrder[]): Promise<void>;
  /** The order is in another state, whichever. */
  moved(tx: Tx, scope: Scope, order: MovedOrder): Promise<void>;
  /** Whether a merchant's cancellation takes effect at once or is recorded as a request. */
  cancellationOf(tx: Tx, scope: Scope, orderId: string): Promise<"CANCEL" | "REQUEST">;
  /** The order was cancelled, by anyone. */
  cancelled(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
  /** The recipient was corrected, so that every label of the order changes. */
  corrected(tx: Tx, scope: Scope, orderId: string): Promise<void>;
  /** A carrier has the order, whatever its state was before. */
  collected(tx: Tx, scope: Scope, order: AnnouncedOrder): Promise<void>;
  /** The parcels have other measures. */
  remeasured(tx: Tx, ctx: AccountContext, order: RemeasuredOrder): Promise<void>;
  /** The caller did something with the order, for a reason in words. */
  handled(
    tx: Tx,
    by: Pick<Context, "actor">,
    scope: Scope,
    what: { orderId: string; kind: DoneKind; reason: string },
  ): Promise<void>;
};

/** What a module does; the rest does not concern it. */
export type Listener = Partial<Effects>;

const listeners = processWide("effects", () => new Map<string, Listener>());

/** Lets a module listen, in place of what it did before. */
export function listenToOrders(module: string, listener: Listener): void {
  listeners.set(module, listener);
}

// Fails without any, because an unannounced order would never reach the warehouse.
function requireListeners(): Listener[] {
  if (!listeners.size) throw new Error("no module listens to orders");
  return [...listeners.values()];
}

/** Announces to every module what happened to an order. @throws Error when none listens */
export const effects: Effects = {
  concerns: (order) => requireListeners().some((each) => each.concerns?.(order)),
  async confirmed(tx, scope, orders) {
    for (const each of requireListeners()) {
      const own = orders.filter((order) => each.concerns?.(order));
      if (own.length) await each.confirmed?.(tx, scope, own);
    }
  },
  async moved(tx, scope, order) {
    for (const each of requireListeners()) await each.moved?.(tx, scope, order);
  },
  async cancellationOf(tx, scope, orderId) {
    for (const each of requireListeners())
      if ((await each.cancellationOf?.(tx, scope, orderId)) === "REQUEST") return "REQUEST";
    return "CANCEL";
  },
  async cancelled(tx, scope, order) {
    for (const each of requireListeners()) await each.cancelled?.(tx, scope, order);
  },
  async corrected(tx, scope, orderId) {
    for (const each of requireListeners()) await each.corrected?.(tx, scope, orderId);
  },
  async collected(tx, scope, order) {
    for (const each of requireListeners()) await each.collected?.(tx, scope, order);
  },
  async remeasured(tx, ctx, order) {
    for (const each of requireListeners()) await each.remeasured?.(tx, ctx, order);
  },
  async handled(tx, by, scope, what) {
    for (const each of requireListeners()) await each.handled?.(tx, by, scope, what);
  },
};
