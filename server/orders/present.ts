import { hongKongIso } from "@/lib/calendar";
import { dropEmpty } from "@/lib/contracts/normalise";
import type { OrderRow as ListedOrder, OrderInput, OrderRecord, OrderResult } from "@/lib/contracts/order";
import {
  declarationItem,
  intlParty,
  intlRecipient,
  intlShipment,
  localParty,
  localRecipient,
  localShipment,
  shipmentOptions,
} from "@/lib/contracts/order-parts";
import type { SuspensionView } from "@/lib/contracts/suspension";
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import { money } from "@/lib/decimal";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { actionsOf, type OrderStatus, overviewStatus } from "@/lib/orders/status";
import { districtIn } from "@/server/address-parser";
import type { Catalogue } from "@/server/carriers";
import { isCancelRequested } from "./change/cancel";
import type { DeliveryException } from "./delivery-exceptions";
import { declarationOf, localItemOf } from "./items";
import type { ListRow, OrderRow, ParcelRow, StoredOrder } from "./queries";

const MESSAGES: Partial<Record<OrderStatus, string>> = {
  PENDING_CONFIRM: "The order is saved. Confirm it to ship.",
  READY_TO_SHIP: "The order is confirmed and ready to ship.",
};

/** The messages of creation and confirmation results. */
function messageOf(status: OrderStatus): string {
  return MESSAGES[status] ?? `The order is ${status}.`;
}

/** The answer to creation, confirmation and update. */
export function presentResult(order: {
  id: string;
  ship_type: "intl" | "local";
  status: OrderStatus;
  quote_price: string;
  tracking_number: string | null;
  client_remarks: string | null;
  created_at: Date;
}): OrderResult {
  return {
    order_id: order.id,
    ship_type: order.ship_type,
    order_status: order.status,
    quote_price: money(order.quote_price),
    confirm_shipment: order.tracking_number ? "Y" : "N",
    tracking_number: order.tracking_number,
    client_remarks: order.client_remarks,
    create_time: hongKongIso(order.created_at),
    message: messageOf(order.status),
  };
}

/** The district of a local recipient: that of the pickup point, else the one that the address says (contract §13.4). */
export function districtOf(
  { ship_type, shipping_provider, recipient }: Pick<ListRow, "ship_type" | "shipping_provider" | "recipient">,
  carriers: Catalogue,
): string | null {
  if (ship_type === "intl") return null;
  const { address, deliveryCode } = splitDeliveryCode(recipient.address ?? "");
  const point = deliveryCode === null ? undefined : carriers.pickupPoints.get(shipping_provider)?.get(deliveryCode);
  return point?.districtEn ?? districtIn(address);
}

/** Why rules kept an order from being confirmed; nothing once it is, or is cancelled. */
function holdsOf({ status, ruled }: Pick<OrderRow, "status" | "ruled">): string[] {
  return status === "PENDING_CONFIRM" ? (ruled ?? []).flatMap(({ set }) => set.hold ?? []) : [];
}

/** A row of `GET /orders` (contract §13.4, §5.4). `problem`: what the carrier reported, for orders with one. */
export function presentRow(row: ListRow, problem: DeliveryException | undefined, carriers: Catalogue): ListedOrder {
  return {
    id: row.id,
    status: overviewStatus(row.status),
    tracking_number: row.tracking_number,
    created_at: row.created_at.toISOString(),
    order_id: row.id,
    account_id: row.account_id,
    ship_type: row.ship_type,
    reference: row.reference,
    order_status: row.status,
    shipping_provider: row.shipping_provider,
    recipient_name: row.recipient_name,
    recipient_country: row.recipient_country,
    recipient_district: districtOf(row, carriers),
    recipient_city: row.recipient.city || null,
    quote_price: money(row.quote_price),
    client_remarks: row.client_remarks,
    create_time: hongKongIso(row.created_at),
    pickup_date: row.pickup_date,
    chargeable_weight: row.chargeable_weight,
    estimated_delivery: estimateOf(row),
    tags: row.tags,
    holds: holdsOf(row),
    printed: row.is_label_printed ? "Y" : "N",
    late: row.is_late ? "Y" : "N",
    problem: problem
      ? {
          since: hongKongIso(problem.occurred_at),
          age_minutes: Math.max(0, problem.age_minutes),
          sub_status: problem.sub_status,
          description: problem.description,
        }
      : null,
  };
}

type Keys = { shape: Record<string, unknown> };

function fillKeys(schema: Keys, stored: Record<string, unknown>, leaveOut: string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter((key) => !leaveOut.includes(key))
      .map((key) => [key, stored[key] ?? null]),
  );
}

/** What the merchant declared about a parcel; null unless the warehouse repacked it. */
function declaredOf(parcel: ParcelRow): Record<string, string> | null {
  if (parcel.declared_act_weight === null) return null;
  return {
    length: parcel.declared_length ?? "",
    width: parcel.declared_width ?? "",
    height: parcel.declared_height ?? "",
    act_weight: parcel.declared_act_weight,
  };
}

function shipmentOf(order: StoredOrder): Record<string, unknown> {
  const intl = order.ship_type === "intl";
  return {
    ...fillKeys(intl ? intlShipment : localShipment, order.shipment, ["parcel_list"]),
    parcel_list: order.parcels.map((parcel) => ({
      tracking_number: parcel.tracking_number,
      act_weight: parcel.act_weight,
      length: parcel.length,
      width: parcel.width,
      height: parcel.height,
      insurance_fee: parcel.insurance_fee,
      declared: declaredOf(parcel),
      ...(intl
        ? {
            item_remarks: parcel.item_remarks,
            declaration_list: parcel.items.map((item) => fillKeys(declarationItem, declarationOf(item))),
          }
        : { parcel_items: parcel.items.map(localItemOf) }),
    })),
  };
}

function arrangeOf(order: OrderRow): Record<string, unknown> | null {
  if (!order.pickup_date) return null;
  return {
    pickup_date: order.pickup_date,
    pickup_start_time: order.pickup_start_time,
    pickup_end_time: order.pickup_end_time,
  };
}

/** The root fields of an order as its client sent them. */
function rootFields(order: StoredOrder): Record<string, unknown> {
  if (order.ship_type === "intl")
    return {
      sender: fillKeys(intlParty, order.sender),
      recipient: fillKeys(intlRecipient, order.recipient),
      shipment_detail: shipmentOf(order),
      shipment_options: fillKeys(shipmentOptions, order.options),
    };
  return {
    sender: fillKeys(localParty, order.sender),
    recipient: fillKeys(localRecipient, order.recipient),
    shipment_detail: shipmentOf(order),
    is_local_insurance: order.options.is_local_insurance ?? "N",
    cod: order.options.cod ?? "N",
    cod_amount: order.cod_amount,
    delivery_proof: order.options.delivery_proof ?? "N",
    pickup_arrange: arrangeOf(order),
  };
}

/** The expected delivery as it is shown; a cancelled order has none (contract §4.4). */
export function estimateOf(order: Pick<OrderRow, "status" | "estimated_delivery">): string | null {
  if (order.status === "CANCELLED" || !order.estimated_delivery) return null;
  return hongKongIso(order.estimated_delivery);
}

function cancelStatusOf(order: OrderRow): "CANCELLED" | "REQUESTED" | null {
  if (order.status === "CANCELLED") return "CANCELLED";
  return isCancelRequested(order) ? "REQUESTED" : null;
}

/**
 * The full record (contract §13.15); pages and operations add the tracking themselves. `suspended`: why its service is
 * not offered now, which matters until the order is confirmed (contract §29.1).
 */
export function presentRecord(
  order: StoredOrder,
  tracking: TrackingView,
  providerName: string,
  suspended: SuspensionView | null,
): OrderRecord {
  const suspension = order.status === "PENDING_CONFIRM" ? suspended : null;
  const { message: _message, ...result } = presentResult(order);
  const fields = rootFields(order);
  return {
    ...result,
    ...fields,
    ...(order.ship_type === "local"
      ? { recipient: { ...(fields.recipient as object), delivery_code: order.delivery_code } }
      : {}),
    shipping_provider: order.shipping_provider,
    provider_name: providerName,
    price_breakdown: order.price_breakdown,
    chargeable_weight: order.chargeable_weight,
    weight_basis: order.weight_basis,
    update_time: hongKongIso(order.updated_at),
    confirm_time: order.confirmed_at ? hongKongIso(order.confirmed_at) : null,
    estimated_delivery: estimateOf(order),
    cancel_reason: order.cancel_reason,
    cancel_remarks: order.cancel_remarks,
    cancel_status: cancelStatusOf(order),
    cancel_declined_time: order.cancel_declined_at ? hongKongIso(order.cancel_declined_at) : null,
    cancel_declined_remarks: order.cancel_declined_remarks,
    declared_price: order.declared_price === null ? null : money(order.declared_price),
    declared_cod_amount: order.declared_cod_amount === null ? null : money(order.declared_cod_amount),
    account_id: order.account_id,
    reference: order.reference,
    tracking,
    available_actions: actionsOf(order.status, order.tracking_number !== null).filter(
      (action) => action !== "confirm" || !suspension,
    ),
    tags: order.tags,
    holds: holdsOf(order),
    rules: order.ruled ?? [],
    suspension,
  } as OrderRecord;
}

/**
 * The stored order as the request that would create it. It passed the rules of its time. Callers that need today's
 * rules parse it again, all others use it unchanged (contract §4.1).
 */
export function storedInput(order: StoredOrder): OrderInput {
  const body = {
    ship_type: order.ship_type,
    shipping_provider: order.shipping_provider,
    ...rootFields(order),
    client_remarks: order.client_remarks,
    reference: order.reference,
  };
  dropEmpty(body);
  return body as unknown as OrderInput;
}
