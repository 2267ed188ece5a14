import { setImmediate as turn } from "node:timers/promises";
import { DOCUMENT_TYPES } from "@/lib/contracts/document";
import type { SkippedOrder } from "@/lib/contracts/print";
import type { StoredOrder } from "@/server/orders";
import { batteryMarks } from "./battery";
import { batteryMarkDrawing, hasBatteryMarks } from "./battery-mark";
import { coverDrawing } from "./cover";
import type { Imprint } from "./imprint";
import { invoiceDrawing } from "./invoice";
import { labelDrawing } from "./label";
import { packingSlipDrawing } from "./packing-slip";
import type { Placement } from "./paper";
import { type Drawing, makePdf, makePdfInSteps } from "./pdf";
import { hasPickup, pickupDocumentDrawing } from "./pickup-document";

export type DocumentType = (typeof DOCUMENT_TYPES)[number];
type Drawn = { type: DocumentType; draw: Drawing };

/** The kinds of document that a confirmed order has, in the order in which they are printed. */
export function documentTypes(order: StoredOrder): DocumentType[] {
  const has: Record<DocumentType, boolean> = {
    label: true,
    commercial_invoice: order.ship_type === "intl",
    battery_label: hasBatteryMarks(order),
    packing_slip: true,
    pickup_document: hasPickup(order),
  };
  return DOCUMENT_TYPES.filter((type) => has[type]);
}

/** The documents that a confirmed order has (decisions §7, `order/documents`). */
function documentsOf(order: StoredOrder, paper: Placement["paper"], imprint: Imprint): Drawn[] {
  const drawings: Record<DocumentType, () => Drawing> = {
    label: () => labelDrawing([order], { paper, perPage: 1, start: 1 }, imprint),
    commercial_invoice: () => invoiceDrawing(order, imprint),
    battery_label: () => batteryMarkDrawing(order, imprint),
    packing_slip: () => packingSlipDrawing(order, imprint),
    pickup_document: () => pickupDocumentDrawing(order, imprint),
  };
  return documentTypes(order).map((type) => ({ type, draw: drawings[type]() }));
}

const NAMES: Record<DocumentType, string> = {
  label: "Label",
  commercial_invoice: "Commercial invoice",
  battery_label: "Battery label",
  packing_slip: "Packing slip",
  pickup_document: "Pickup document",
};

function infoOf(order: StoredOrder, what: string, { isTest }: Pick<Imprint, "isTest">): { title: string; date: Date } {
  return { title: isTest ? `${what} (TEST)` : what, date: order.confirmed_at ?? order.created_at };
}

function labelsInfo(orders: readonly StoredOrder[], imprint: Imprint) {
  const [first] = orders;
  if (!first) throw new Error("no order to print a label of");
  const what = orders.length === 1 ? `Label ${first.tracking_number}` : `Labels of ${orders.length} orders`;
  return infoOf(first, what, imprint);
}

/**
 * The waybill labels of confirmed orders as one PDF, in the given order; orders that are `skipped` are told on a page
 * before them. The same orders give the same bytes.
 * @throws Error for an order without a tracking number
 */
export function labelPdf(
  orders: readonly StoredOrder[],
  placement: Placement,
  imprint: Imprint,
  skipped: readonly SkippedOrder[] = [],
): Promise<Uint8Array> {
  const cover = skipped.length ? [coverDrawing(orders.length, skipped, placement, imprint)] : [];
  return makePdf(labelsInfo(orders, imprint), [...cover, labelDrawing(orders, placement, imprint)]);
}

/** How many orders' labels are drawn before other work gets its turn: some 10 ms. */
const ORDERS_A_STEP = 3;

/**
 * The same for so many orders that they come in `batches`; between the steps other work gets its turn.
 * @throws what `batches` throws, which is the way to give it up
 */
export async function labelPdfInSteps(
  { count, first, skipped }: { count: number; first: StoredOrder; skipped: readonly SkippedOrder[] },
  batches: AsyncIterable<readonly StoredOrder[]>,
  placement: Placement,
  imprint: Imprint,
): Promise<Uint8Array> {
  async function* drawings(): AsyncGenerator<Drawing> {
    if (skipped.length) yield coverDrawing(count, skipped, placement, imprint);
    let labels = 0;
    for await (const batch of batches)
      for (let from = 0; from < batch.length; from += ORDERS_A_STEP) {
        const orders = batch.slice(from, from + ORDERS_A_STEP);
        yield labelDrawing(orders, placement, imprint, labels);
        labels += orders.reduce((sum, { parcels }) => sum + parcels.length, 0);
        await turn();
      }
  }
  return makePdfInSteps(infoOf(first, `Labels of ${count} orders`, imprint), drawings());
}

/** The documents of a confirmed order, or those of a `type` alone, each as a PDF of its own. */
export function documentPdfs(
  order: StoredOrder,
  paper: Placement["paper"],
  imprint: Imprint,
  wanted?: DocumentType,
): Promise<{ type: DocumentType; bytes: Uint8Array }[]> {
  const drawn = documentsOf(order, paper, imprint).filter(({ type }) => !wanted || type === wanted);
  return Promise.all(
    drawn.map(async ({ type, draw }) => {
      const info = infoOf(order, `${NAMES[type]} ${order.tracking_number}`, imprint);
      return { type, bytes: await makePdf(info, [draw]) };
    }),
  );
}

/** The battery marks that one parcel of an order must bear, as a PDF; null when it needs none. */
export function batteryLabelPdf(
  order: StoredOrder,
  parcel: StoredOrder["parcels"][number],
  imprint: Imprint,
): Promise<Uint8Array> | null {
  if (!batteryMarks(order, parcel).length) return null;
  const info = infoOf(order, `${NAMES.battery_label} ${parcel.tracking_number}`, imprint);
  return makePdf(info, [batteryMarkDrawing(order, imprint, [parcel])]);
}

/** What the courier is handed who collects an order from the warehouse, as a PDF. */
export function pickupDocumentPdf(
  order: StoredOrder,
  pickup: { number: string; date: string; from: string; to: string },
  imprint: Imprint,
): Promise<Uint8Array> {
  const booked = {
    ...order,
    pickup_date: pickup.date,
    pickup_start_time: pickup.from,
    pickup_end_time: pickup.to,
  };
  const info = infoOf(order, `${NAMES.pickup_document} ${pickup.number}`, imprint);
  return makePdf(info, [pickupDocumentDrawing(booked, imprint, pickup.number)]);
}

/** All documents of a confirmed order as one PDF, or the one of a `type`; null when the order has none of that type. */
export function mergedDocumentsPdf(
  order: StoredOrder,
  paper: Placement["paper"],
  imprint: Imprint,
  type?: DocumentType,
): Promise<Uint8Array> | null {
  const drawn = documentsOf(order, paper, imprint).filter((each) => !type || each.type === type);
  if (!drawn.length) return null;
  const what = type ? NAMES[type] : "Documents";
  return makePdf(
    infoOf(order, `${what} ${order.tracking_number}`, imprint),
    drawn.map(({ draw }) => draw),
  );
}
