import type { Bench } from "@/lib/contracts/pickpack-bench";
import type { Environment } from "@/lib/environment";

const KEPT = 6;

export type PackedOrder = { order_id: string; customer_name: string; recipient_name: string; time: string };

const storeOf = (environment: Environment) => `sampan-bench-packed/${environment}`;

/** The orders that were made ready in this window, newest first. */
export function packedHere(environment: Environment): PackedOrder[] {
  return JSON.parse(sessionStorage.getItem(storeOf(environment)) ?? "[]") as PackedOrder[];
}

/** Remembers that an order was made ready in this window. */
export function rememberPacked(environment: Environment, bench: Bench): void {
  const { order_id, customer_name, recipient_name } = bench;
  const packed: PackedOrder = { order_id, customer_name, recipient_name, time: new Date().toISOString() };
  const others = packedHere(environment).filter((each) => each.order_id !== order_id);
  sessionStorage.setItem(storeOf(environment), JSON.stringify([packed, ...others].slice(0, KEPT)));
}
