import type { InputOf } from "@/lib/contracts/contract";
import type { OrderInput, OrderResult } from "@/lib/contracts/order";
import { duplicateOrder as duplicateContract } from "@/lib/contracts/order-duplicate";
import { invalid } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import type { AccountContext } from "@/server/context";
import { storedInput } from "../present";
import type { StoredOrder } from "../queries";
import { readOrder } from "../read";
import { sourceOf, writeOrder } from "./create";
import { parseOrder } from "./judge";

/** What belongs to only one shipment, and is never repeated (contract §30.1). */
const OF_ONE_SHIPMENT = ["pickup_arrange", "reference", "client_remarks"] as const;

/** The order before the warehouse repacked it, and before the amount to collect was lowered for what it lacked. */
export function asGiven(order: StoredOrder): StoredOrder {
  return {
    ...order,
    ...(order.declared_cod_amount === null
      ? {}
      : { cod_amount: order.declared_cod_amount, options: { ...order.options, cod: "Y" } }),
    parcels: order.parcels.map((parcel) =>
      parcel.declared_act_weight === null
        ? parcel
        : {
            ...parcel,
            act_weight: parcel.declared_act_weight,
            length: parcel.declared_length,
            width: parcel.declared_width,
            height: parcel.declared_height,
          },
    ),
  };
}

/**
 * The order as a request that makes another one like it (contract §30.1).
 * @throws ApiError NOT_FOUND; BAD_REQUEST at order_id for one whose personal data is erased
 */
export async function inputLike(ctx: AccountContext, orderId: string): Promise<OrderInput> {
  const order = await readOrder(ctx, orderId);
  if (order.erased_at) throw invalid({ path: ["order_id"], key: "orderErased" });
  const input = { ...storedInput(asGiven(order)) };
  for (const field of OF_ONE_SHIPMENT) delete (input as Loose)[field];
  return input;
}

/**
 * Makes an order like another one of the account, priced and judged as it would be today (contract §30.1).
 * @throws ApiError what `inputLike` and creation throw
 */
export async function duplicateOrder(
  ctx: AccountContext,
  { order_id, confirm_shipment }: InputOf<typeof duplicateContract>,
): Promise<OrderResult> {
  const input = await parseOrder({ ...(await inputLike(ctx, order_id)), confirm_shipment }, ctx);
  return writeOrder(ctx, input, { operation: duplicateContract.id, source: sourceOf(ctx) });
}
