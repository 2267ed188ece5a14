import { hongKongIso } from "@/lib/calendar";
import type { OrderRow as ListedOrder, OrderRecord, OrderResult } from "@/lib/contracts/order";
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
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import { money } from "@/lib/decimal";
import { actionsOf, type OrderStatus, overviewStatus } from "@/lib/order-status";
import { isCancelRequested } from "./cancel";
import type { ItemRow, ListRow, OrderRow, ParcelRow, StoredOrder } from "./queries";

const MESSAGES: Partial<Record<OrderStatus, string>> = {
  PENDING_CONFIRM: "The order is saved. Confirm it to ship.",
  READY_TO_SHIP: "The order is confirmed and ready to ship.",
};

/** The words of a creation or confirmation result (specification §2.9). */
export function messageOf(status: OrderStatus): string {
  return MESSAGES[status] ?? `The order is ${status}.`;
}

/** Specification §2.9. */
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

/** A row of `GET /orders` (decisions §4.4). */
export function presentRow(row: ListRow): ListedOrder {
  return {
    id: row.id,
    status: overviewStatus(row.status),
    tracking_number: row.tracking_number,
    created_at: row.created_at.toISOString(),
    order_id: row.id,
    account_id: row.account_id,
    ship_type: row.ship_type,
    order_status: row.status,
    shipping_provider: row.shipping_provider,
    recipient_name: row.recipient_name,
    recipient_country: row.recipient_country,
    quote_price: money(row.quote_price),
    client_remarks: row.client_remarks,
    create_time: hongKongIso(row.created_at),
    pickup_date: row.pickup_date,
    chargeable_weight: row.chargeable_weight,
  };
}

type Keys = { shape: Record<string, unknown> };

function filled(schema: Keys, stored: Record<string, unknown>, leaveOut: string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter((key) => !leaveOut.includes(key))
      .map((key) => [key, stored[key] ?? null]),
  );
}

function declarationOf(item: ItemRow): Record<string, unknown> {
  return filled(declarationItem, {
    ...item.compliance,
    description: item.description,
    qty: item.qty,
    single_price: item.unit_value,
    single_weight: item.unit_weight,
    hscode: item.hscode,
    origin: item.origin,
    sku: item.sku,
    bar_code_eid: item.bar_code_eid,
    unit: item.unit,
    item_length: item.length,
    item_width: item.width,
    item_height: item.height,
    battery: item.battery_type ? { type: item.battery_type, location: item.battery_location } : null,
  });
}

function localItemOf(item: ItemRow): Record<string, unknown> {
  return {
    name: item.description,
    qty: item.qty,
    currency: item.currency,
    single_value: item.unit_value,
    sku: item.sku,
    bar_code_eid: item.bar_code_eid,
    item_length: item.length,
    item_width: item.width,
    item_height: item.height,
  };
}

/** What the merchant declared of a parcel; null unless the warehouse repacked it. */
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
    ...filled(intl ? intlShipment : localShipment, order.shipment, ["parcel_list"]),
    parcel_list: order.parcels.map((parcel) => ({
      tracking_number: parcel.tracking_number,
      act_weight: parcel.act_weight,
      length: parcel.length,
      width: parcel.width,
      height: parcel.height,
      insurance_fee: parcel.insurance_fee,
      declared: declaredOf(parcel),
      ...(intl
        ? { item_remarks: parcel.item_remarks, declaration_list: parcel.items.map(declarationOf) }
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

/** The root fields of an order as its client gave them. */
function rootFields(order: StoredOrder): Record<string, unknown> {
  if (order.ship_type === "intl")
    return {
      sender: filled(intlParty, order.sender),
      recipient: filled(intlRecipient, order.recipient),
      shipment_detail: shipmentOf(order),
      shipment_options: filled(shipmentOptions, order.options),
    };
  return {
    sender: filled(localParty, order.sender),
    recipient: { ...filled(localRecipient, order.recipient), delivery_code: order.delivery_code },
    shipment_detail: shipmentOf(order),
    is_local_insurance: order.options.is_local_insurance ?? "N",
    cod: order.options.cod ?? "N",
    cod_amount: order.cod_amount,
    delivery_proof: order.options.delivery_proof ?? "N",
    pickup_arrange: arrangeOf(order),
  };
}

function cancelStatusOf(order: OrderRow): "CANCELLED" | "REQUESTED" | null {
  if (order.status === "CANCELLED") return "CANCELLED";
  return isCancelRequested(order) ? "REQUESTED" : null;
}

/** The full record (decisions §7); pages and operations join the tracking themselves. */
export function presentRecord(order: StoredOrder, tracking: TrackingView, providerName: string): OrderRecord {
  const { message: _message, ...result } = presentResult(order);
  return {
    ...result,
    ...rootFields(order),
    shipping_provider: order.shipping_provider,
    provider_name: providerName,
    price_breakdown: order.price_breakdown,
    chargeable_weight: order.chargeable_weight,
    weight_basis: order.weight_basis,
    update_time: hongKongIso(order.updated_at),
    confirm_time: order.confirmed_at ? hongKongIso(order.confirmed_at) : null,
    estimated_delivery: order.estimated_delivery ? hongKongIso(order.estimated_delivery) : null,
    cancel_reason: order.cancel_reason,
    cancel_remarks: order.cancel_remarks,
    cancel_status: cancelStatusOf(order),
    cancel_declined_time: order.cancel_declined_at ? hongKongIso(order.cancel_declined_at) : null,
    cancel_declined_remarks: order.cancel_declined_remarks,
    declared_price: order.declared_price === null ? null : money(order.declared_price),
    account_id: order.account_id,
    tracking,
    available_actions: actionsOf(order.status, order.tracking_number !== null),
  } as OrderRecord;
}

/** The stored order as a request that would create it, for changing and pricing it anew; parsed by the contract afterwards. */
export function inputOf(order: StoredOrder): Record<string, unknown> {
  return {
    ship_type: order.ship_type,
    shipping_provider: order.shipping_provider,
    ...rootFields(order),
    client_remarks: order.client_remarks,
  };
}
