import { setImmediate as turn } from "node:timers/promises";
import { DOCUMENT_TYPES } from "@/lib/contracts/document";
import type { SkippedOrder } from "@/lib/contracts/print";
import { asPacked, type StoredOrder } from "@/server/orders";
import { batteryMarks } from "./battery";
import type { Imprint } from "./imprint";
import { batteryMarkDrawing, hasBatteryMarks } from "./label/battery-mark";
import { labelDrawing } from "./label/label";
import { LabelPlaces, type Placement } from "./paper";
import { coverDrawing } from "./papers/cover";
import { invoiceDrawing } from "./papers/invoice";
import { packingSlipDrawing } from "./papers/packing-slip";
import { hasPickup, pickupDocumentDrawing } from "./papers/pickup-document";
import { type Drawing, makePdf, makePdfInSteps } from "./pdf";

export type DocumentType = (typeof DOCUMENT_TYPES)[number];
type Drawn = { type: DocumentType; draw: Drawing };

/** The kinds of document that a confirmed order has, in printing order. */
export function documentTypes(ordered: StoredOrder): DocumentType[] {
  const order = asPacked(ordered);
  const has: Record<DocumentType, boolean> = {
    label: true,
    commercial_invoice: order.ship_type === "intl",
    battery_label: hasBatteryMarks(order),
    packing_slip: true,
    pickup_document: hasPickup(order),
  };
  return DOCUMENT_TYPES.filter((type) => has[type]);
}

/** The documents that a confirmed order has (contract §13.12), for what is in its parcels (contract §7.4). */
function documentsOf(ordered: StoredOrder, paper: Placement["paper"], imprint: Imprint): Drawn[] {
  const order = asPacked(ordered);
  const drawings: Record<DocumentType, () => Drawing> = {
    label: () => labelDrawing([order], new LabelPlaces({ paper, perPage: 1, start: 1 }), imprint),
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

/**
 * The waybill labels of confirmed orders as one PDF, in the given order; a page before them lists the orders that are
 * `skipped`. The same orders give the same bytes.
 * @throws UnprintableLabel, also for an order without a tracking number
 */
export function labelPdf(
  orders: readonly StoredOrder[],
  placement: Placement,
  imprint: Imprint,
  skipped: readonly SkippedOrder[] = [],
): Promise<Uint8Array> {
  const [first] = orders;
  if (!first) throw new Error("no order to print a label of");
  return labelPdfOf({ count: orders.length, first, skipped }, [orders], placement, imprint);
}

/** How many labels are drawn at least before other work gets a turn: about 20 ms. */
const LABELS_A_STEP = 8;

function* stepsOf(orders: readonly StoredOrder[]): Generator<readonly StoredOrder[]> {
  let step: StoredOrder[] = [];
  let labels = 0;
  for (const order of orders) {
    step.push(order);
    labels += order.parcels.length;
    if (labels < LABELS_A_STEP) continue;
    yield step;
    step = [];
    labels = 0;
  }
  if (step.length) yield step;
}

/**
 * The same for so many orders that they come in `batches`; `first` is the first order. Other work gets a turn between
 * the steps.
 * @throws whatever `batches` throws, which is how the caller cancels it; UnprintableLabel
 */
export function labelPdfOf(
  { count, first, skipped }: { count: number; first: StoredOrder; skipped: readonly SkippedOrder[] },
  batches: AsyncIterable<readonly StoredOrder[]> | Iterable<readonly StoredOrder[]>,
  placement: Placement,
  imprint: Imprint,
): Promise<Uint8Array> {
  const places = new LabelPlaces(placement);
  async function* drawings(): AsyncGenerator<Drawing> {
    if (skipped.length) yield coverDrawing(count, skipped, placement, imprint);
    for await (const batch of batches)
      for (const orders of stepsOf(batch)) {
        yield labelDrawing(orders.map(asPacked), places, imprint);
        await turn();
      }
  }
  const what = count === 1 ? `Label ${first.tracking_number}` : `Labels of ${count} orders`;
  return makePdfInSteps(infoOf(first, what, imprint), drawings());
}

/** The documents of a confirmed order, or only those of a `type`, each as its own PDF. */
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

/** The battery marks that one parcel of an order needs, as a PDF; null when it needs none. */
export function batteryLabelPdf(
  order: StoredOrder,
  parcel: StoredOrder["parcels"][number],
  imprint: Imprint,
): Promise<Uint8Array> | null {
  if (!batteryMarks(order, parcel).length) return null;
  const info = infoOf(order, `${NAMES.battery_label} ${parcel.tracking_number}`, imprint);
  return makePdf(info, [batteryMarkDrawing(order, imprint, [parcel])]);
}

/** What a courier who collects an order from the warehouse is given, as a PDF. */
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

/**
 * All documents of a confirmed order as one PDF, or only the one of a `type`; null when the order has none of that
 * type.
 */
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
