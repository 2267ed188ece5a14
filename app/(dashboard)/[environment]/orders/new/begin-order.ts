// What a new order's form begins with.
import { orderId } from "@/lib/contracts/common";
import { draftId } from "@/lib/contracts/draft";
import { ApiError } from "@/lib/errors";
import { type Loose, object } from "@/lib/loose";
import { type Again, orderAgain } from "@/lib/orders/again";
import { orderBegun, orderOfDraft, type ShipType } from "@/lib/orders/form-values";
import { firstWindow, hongKongNow, type PickupCalendar } from "@/lib/orders/pickup-window";
import { type Asked, deskOf, partOfOrder } from "@/lib/orders/price-desk";
import type { AccountContext } from "@/server/context";
import * as orders from "@/server/orders";
import type { Usual } from "../form/order-form";

/** The draft that an address names; `gone`: there is none any more. */
export async function draftOf(ctx: AccountContext, id: string | string[] | undefined) {
  if (typeof id !== "string" || id === "") return null;
  const named = draftId.safeParse({ draft_id: id });
  if (!named.success) return "gone";
  try {
    return await orders.readDraft(ctx, named.data);
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") return "gone";
    throw error;
  }
}

/** Drafts that are older were left, not interrupted. */
const RECENT_MS = 7 * 86_400_000;

/** The draft of this kind that the reader changed last, to go on with. */
export async function latestDraft(ctx: AccountContext, shipType: ShipType) {
  const latest = await orders.latestOwnDraft(ctx, shipType);
  return latest && Date.now() - Date.parse(latest.update_time) < RECENT_MS ? latest : null;
}

const KINDS = new Set<unknown>(["again", "return", "next"] satisfies Again[]);

/** What the form begins with when it is opened from another order; the way back of an international one is not offered. */
export async function likeAnother(
  ctx: AccountContext,
  id: string | string[] | undefined,
  as: unknown,
): Promise<{ order: string; how: Again; values: Loose } | "gone" | null> {
  if (typeof id !== "string" || id === "") return null;
  if (!orderId.safeParse(id).success) return "gone";
  const how = KINDS.has(as) ? (as as Again) : "again";
  try {
    const input = await orders.inputLike(ctx, id);
    return how === "return" && input.ship_type === "intl" ? "gone" : { order: id, how, values: orderAgain(how, input) };
  } catch (error) {
    if (error instanceof ApiError) return "gone";
    throw error;
  }
}

/** What the price desk's address says of the order, if it comes from there. The form judges it. */
function deskPart(shipType: ShipType, asked: Asked): Loose {
  const { provider } = asked;
  if (typeof provider !== "string" || !/^[A-Z_]{1,64}$/.test(provider)) return {};
  return { ...partOfOrder(deskOf(shipType, asked)), shipping_provider: provider };
}

/** An empty order with the account's defaults, and what the price desk adds; a usual collection is on the first day on which the service collects. */
export function beginOrder(
  shipType: ShipType,
  usual: Loose & Usual,
  providers: readonly { code: string; services: PickupCalendar & { supports_pickup_arrange: boolean } }[],
  asked: Asked,
): Loose {
  const desk = deskPart(shipType, asked);
  const { pickup_arrange: hours, ...defaults } = orderBegun(shipType, usual) as Loose & Usual;
  const shipment = { ...object(defaults.shipment_detail), ...object(desk.shipment_detail) };
  const order: Loose = { ...defaults, ...desk, shipment_detail: shipment };
  const services = providers.find(({ code }) => code === order.shipping_provider)?.services;
  const window = hours && services?.supports_pickup_arrange ? firstWindow(services, hongKongNow(), hours) : null;
  return orderOfDraft(shipType, { ...order, ...(window && { pickup_arrange: window }) });
}
