import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import {
  createOrder as createContract,
  type OrderInput,
  type OrderResult,
  createOverviewOrder as overviewContract,
} from "@/lib/contracts/order";
import { plain } from "@/lib/decimal";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import { digitsOf, partPhone } from "@/lib/phone";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf, withTransaction } from "@/server/context";
import { effects } from "@/server/effects";
import { keyHolder, usedKeyError } from "@/server/idempotency";
import { makeEvent } from "@/server/webhooks";
import { withFreshNumbers } from "./attempts";
import { parseOrder } from "./judge";
import { newOrderId, newTrackingNumber } from "./numbers";
import { presentResult } from "./present";
import { agreedPrice } from "./pricing";
import { insertOrder, type NewOrder, type TrackingNumbers } from "./store";

/** Fresh tracking numbers, one a parcel. */
export function trackingNumbers(ctx: Pick<AccountContext, "environment">, parcels: number): string[] {
  return Array.from({ length: parcels }, () => newTrackingNumber(ctx.environment));
}

/** The end of the last day on which the service promises delivery. */
export function estimate(confirmedAt: Date, maxDays: number): Date {
  return new Date(startOfHongKongDay(addDays(hongKongDate(confirmedAt), maxDays + 1)).getTime() - 1000);
}

/** The answer to a key that made an order by the operation, whatever the request; undefined: the key is not used. */
export async function usedKeyOf(ctx: AccountContext, operation: string): Promise<ApiError | undefined> {
  const key = ctx.idempotencyKey ?? "";
  const made = await keyHolder(ctx.db, scopeOf(ctx), operation, key);
  return made === undefined ? undefined : usedKeyError(key, { order_id: made });
}

/** Alone, an order is one statement; with what others make of it, a transaction. */
function insertAnnounced(ctx: AccountContext, order: NewOrder, provider: string): Promise<boolean> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    if (!(await insertOrder(tx, scope, order))) return false;
    await effects.confirmed(tx, scope, { id: order.id, provider, at: order.createdAt, actor: actorOf(ctx) });
    return true;
  });
}

async function writeOrder(ctx: AccountContext, input: OrderInput, operation: string, at?: Date): Promise<OrderResult> {
  const provider = input.shipping_provider;
  const price = await agreedPrice(ctx, await catalogue(ctx), {
    provider,
    consignment: consignmentOfOrder(input),
    quoteId: input.quote_id,
  });
  const scope = scopeOf(ctx);
  const confirmed = input.confirm_shipment === "Y";
  const idempotency = ctx.idempotencyKey === null ? null : { operation, key: ctx.idempotencyKey };
  const status = confirmed ? "READY_TO_SHIP" : "PENDING_CONFIRM";

  return withFreshNumbers(async () => {
    const { id, createdAt } = newOrderId(at);
    const numbers: TrackingNumbers = confirmed ? trackingNumbers(ctx, input.shipment_detail.parcel_list.length) : null;
    const trackingNumber = numbers?.[0] ?? null;
    const order: NewOrder = {
      id,
      createdAt,
      input,
      status,
      numbers,
      price,
      estimatedDelivery: confirmed ? estimate(createdAt, price.maxDays) : null,
      event: makeEvent("order.created", createdAt, { id, trackingNumber }),
      idempotency,
    };
    const written =
      confirmed && ctx.account.pickPack
        ? await insertAnnounced(ctx, order, provider)
        : await insertOrder(ctx.db, scope, order);
    if (!written && idempotency) {
      const made = await keyHolder(ctx.db, scope, operation, idempotency.key);
      throw usedKeyError(idempotency.key, { order_id: made ?? id });
    }
    return presentResult({
      id,
      ship_type: input.ship_type,
      status,
      quote_price: price.price,
      tracking_number: trackingNumber,
      client_remarks: input.client_remarks || null,
      created_at: createdAt,
    });
  });
}

/**
 * Creates an order, confirmed when the client says so (specification §4.2).
 * @throws ApiError 400470, 400471; idempotency_key_exists with the id of the order that the key made
 */
export function createOrder(ctx: AccountContext, input: OrderInput): Promise<OrderResult> {
  return writeOrder(ctx, input, createContract.id);
}

/** Creates an order that was made earlier: it is dated then. For demonstration data, whose orders have a past. */
export function createPastOrder(ctx: AccountContext, input: OrderInput, at: Date): Promise<OrderResult> {
  return writeOrder(ctx, input, createContract.id, at);
}

function overviewPhone(phone: string): { prefix: string; mobile: string } | null {
  const parted = partPhone(phone);
  return parted && (parted.prefix !== "852" || digitsOf(parted.mobile).length === 8) ? parted : null;
}

/** The telephone numbers of the short form: with the prefix, or plain (decisions §4.5). */
export function problemsOfOverview(body: unknown): Problem[] {
  return (["sender", "recipient"] as const).flatMap((side) => {
    const phone = (body as Record<string, { phone?: unknown } | undefined>)[side]?.phone;
    return typeof phone === "string" && !overviewPhone(phone)
      ? [{ path: [side, "phone"], key: "mobile" } satisfies Problem]
      : [];
  });
}

/** The fields of the short form that stand for a field of the full one, to name what the client sent. */
const OVERVIEW_FIELDS: Record<string, string[]> = {
  shipping_provider: ["package", "weight"],
  act_weight: ["package", "weight"],
  length: ["package", "dimensions", "length"],
  width: ["package", "dimensions", "width"],
  height: ["package", "dimensions", "height"],
};

/** Creates a confirmed local order with the account's default provider from the short form (specification §4.4). */
export async function createOverviewOrder(
  ctx: AccountContext,
  input: InputOf<typeof overviewContract>,
): Promise<DataOf<typeof overviewContract>> {
  const party = ({ name, phone, address }: { name: string; phone: string; address: string }) => {
    const { prefix = "", mobile = "" } = overviewPhone(phone) ?? {};
    return { name, mobile, mobile_prefix: prefix, address };
  };
  const measure = (value: number) => plain(Number(value.toFixed(6)));
  const { weight, dimensions } = input.package;
  const body = {
    ship_type: "local",
    shipping_provider: ctx.account.defaultLocalProvider,
    sender: party(input.sender),
    recipient: party(input.recipient),
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "Goods",
      parcel_list: [
        {
          act_weight: measure(weight),
          length: measure(dimensions.length),
          width: measure(dimensions.width),
          height: measure(dimensions.height),
          parcel_items: [{ name: "Goods", qty: "1", single_value: "0" }],
        },
      ],
    },
    confirm_shipment: "Y",
  };
  let result: OrderResult;
  try {
    result = await writeOrder(ctx, await parseOrder(body, ctx), overviewContract.id);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.problems) throw error;
    throw invalid(
      ...error.problems.map((problem) => ({
        ...problem,
        path: OVERVIEW_FIELDS[String(problem.path.at(-1))] ?? problem.path,
      })),
    );
  }
  return {
    id: result.order_id,
    status: "pending",
    tracking_number: result.tracking_number,
    created_at: new Date(result.create_time).toISOString(),
  };
}
