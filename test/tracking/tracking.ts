import { beforeAll, expect } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { clientOf, created, localOrder, type Merchant, merchant } from "../factories";
import type { Api } from "../http";

export type Loose = Record<string, unknown>;
export type Order = { order_id: string; tracking_number: string };

/** Two merchants, and a client of the carrier for every account, of the test file that runs now. */
export let shop: Merchant;
export let other: Merchant;
export let carrier: Api;

/** Makes the merchants and the carrier's client for the file. */
export function withCarrier(): void {
  beforeAll(async () => {
    shop = await merchant();
    other = await merchant();
    carrier = await clientOf("carrier", null);
  });
}

export const simulate = (
  { order_id }: Pick<Order, "order_id">,
  event: string,
  more: Loose = {},
  client: Api = shop.testing,
) => client.post("/simulate/tracking", { order_id, event: `order.${event}`, ...more });
export const scan = (
  { tracking_number }: Pick<Order, "tracking_number">,
  event: string,
  occurred_at: string,
  more: Loose = {},
  client: Api = carrier,
) => client.post("/tracking/events", { tracking_number, event: `order.${event}`, occurred_at, ...more });
export const detail = async ({ order_id }: Order) => (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
export const statusOf = async (order: Order) => (await detail(order)).order_status;

const DAY = addDays(hongKongDate(new Date()), -2);
/** An instant on the day before yesterday, when the scans of tests happen. */
export const at = (time: string) => `${DAY}T${time}+08:00`;

/** The shortest way to each state, by simulation. */
const WAYS: Record<string, string[]> = {
  PENDING_CONFIRM: [],
  READY_TO_SHIP: [],
  PICKED_UP: ["picked_up"],
  IN_TRANSIT: ["in_transit"],
  OUT_FOR_DELIVERY: ["in_transit", "out_for_delivery"],
  FAILED_DELIVERY: ["in_transit", "out_for_delivery", "failed_delivery"],
  EXCEPTION: ["exception"],
  DELIVERED: ["in_transit", "delivered"],
  CANCELLED: ["cancelled"],
};

/** A new order that simulated scans have brought to a state. */
export async function orderIn(status: string): Promise<Order> {
  const order = await created(shop.testing, localOrder({ confirm_shipment: status === "PENDING_CONFIRM" ? "N" : "Y" }));
  for (const event of WAYS[status] ?? []) expect((await simulate(order, event)).status).toBe(200);
  return order;
}
