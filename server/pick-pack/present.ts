import { hongKongDateTime } from "@/lib/calendar";
import type { PickPackAnswer } from "@/lib/contracts/pickpack";
import { PICKUP_WINDOW } from "@/lib/orders/choices";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { batteryLabelPdf, batteryMarks, imprintOf, labelPdf, pickupDocumentPdf } from "@/server/documents";
import { asPacked, type StoredOrder } from "@/server/orders";
import { shortLines } from "./short";
import type { PickPackRow } from "./store";

type Order = PickPackAnswer["order"];
type Parcel = StoredOrder["parcels"][number];
type Line = Order["shipment_detail"]["parcel_list"][number]["declaration_list"][number];

const MESSAGES: Record<PickPackStatus, string> = {
  PICKPACK_PENDING_CONFIRM: "The warehouse has received the order.",
  PICKPACK_CONFIRMED: "The warehouse has confirmed the order; its stock is reserved.",
  PICKPACK_READY_TO_SHIPMENT: "The order is packed and its pickup booked.",
  PICKPACK_CANCELLED: "The order is cancelled.",
  PICKPACK_REJECTED: "The warehouse has rejected the order.",
};

/** The hours in which a courier comes to the warehouse (contract §12.10). */
export const PICKUP_HOURS = { from: PICKUP_WINDOW.start.from, to: PICKUP_WINDOW.end.to };

async function document(pdf: Promise<Uint8Array>): Promise<Order["related_documents"]> {
  return { format: "pdf", encoding: "base64", content: Buffer.from(await pdf).toString("base64") };
}

function lineOf(order: StoredOrder, item: Parcel["items"][number]): Line {
  return {
    custom_declare_fulldesc: item.description,
    custom_qty: item.qty,
    custom_single_price: item.unit_value,
    custom_hscode: item.hscode ?? "",
    custom_unit: item.unit ?? "",
    custom_single_weight: item.unit_weight ?? "",
    custom_origin: item.origin ?? "",
    currency: item.currency ?? order.shipment.currency ?? "HKD",
    custom_with_battery: item.battery_type ? "Y" : "N",
    battery_type: item.battery_type ?? "",
    battery_location: item.battery_location ?? "",
    sku: item.sku ?? "",
    bar_code_eid: item.bar_code_eid ?? "",
  };
}

/** A pick-and-pack order with its documents. */
export async function presentPickPack(
  ctx: AccountContext,
  row: PickPackRow,
  ordered: StoredOrder,
): Promise<PickPackAnswer> {
  const imprint = await imprintOf(ctx);
  const isGone = row.status === "PICKPACK_CANCELLED" || row.status === "PICKPACK_REJECTED";
  // An order that is not sent at all is not packed short.
  const short = isGone ? [] : await shortLines(ctx.db, scopeOf(ctx), ordered);
  const order = asPacked(ordered);
  const snapshot = async (parcel: Parcel): Promise<Order["shipment_detail"]["parcel_list"][number]> => {
    const label = batteryLabelPdf(order, parcel, imprint);
    return {
      tracking_number: parcel.tracking_number ?? "",
      length: parcel.length ?? "",
      width: parcel.width ?? "",
      height: parcel.height ?? "",
      act_weight: parcel.act_weight,
      declaration_list: parcel.items.map((item) => lineOf(order, item)),
      is_require_battery_label: label ? "Y" : "N",
      battery_label_types: batteryMarks(order, parcel).join(","),
      related_documents: label ? await document(label) : "",
    };
  };
  return {
    order: {
      order_id: row.order_id,
      customer_eid: row.account_id,
      status: row.status,
      is_require_repack: row.is_require_repack ? "Y" : "N",
      short: short.length ? "Y" : "N",
      short_list: short,
      reject_type: row.reject_type ?? "",
      reject_reason: row.reject_reason ?? "",
      tracking_number: order.tracking_number ?? "",
      courier_company: (await catalogue(ctx)).nameOf(order.shipping_provider, ctx.language),
      shipment_detail: { parcel_list: await Promise.all(order.parcels.map(snapshot)) },
      pickup_detail: await pickupOf(row, order, imprint),
      related_documents: await document(labelPdf([order], { paper: "100x150", perPage: 1, start: 1 }, imprint)),
      request_datetime: hongKongDateTime(row.requested_at),
      update_datetime: hongKongDateTime(row.updated_at),
    },
    message: MESSAGES[row.status],
  };
}

async function pickupOf(
  row: PickPackRow,
  order: StoredOrder,
  imprint: Awaited<ReturnType<typeof imprintOf>>,
): Promise<Order["pickup_detail"]> {
  const { status, pickup_date: date, pickup_number: number } = row;
  if (status !== "PICKPACK_READY_TO_SHIPMENT" || !date || !number) return [];
  return {
    pickup_date: date,
    pickup_session: row.pickup_session ?? "",
    pickup_number: number,
    is_pickup_document_required: "Y",
    related_documents: await document(pickupDocumentPdf(order, { number, date, ...PICKUP_HOURS }, imprint)),
  };
}
