import type { StoredOrder } from "@/server/orders";
import type { Imprint } from "../imprint";
import { type Row, testRow } from "../layout";
import type { LabelPlaces, Size } from "../paper";
import type { Drawing, Pen } from "../pdf";
import { blockRows, continuedRows } from "./label-blocks";
import { type LabelContent, labelContents } from "./label-content";
import {
  barcodeRow,
  continuationRow,
  destinationRow,
  headerRow,
  type LabelRows,
  lineRow,
  marksRows,
  measuresRow,
  orderRow,
  recordRows,
} from "./label-rows";

const MARGIN = 3;

/** The label of an order cannot be drawn; `cause` says why. */
export class UnprintableLabel extends Error {
  constructor(
    readonly orderId: string,
    cause: unknown,
  ) {
    super(`the label of order ${orderId} cannot be drawn`, { cause });
  }
}

type Recorded = ReturnType<typeof recordRows>;

/**
 * Records the labels of an order. Every parcel gets the same number, so that their count tells which belong to a
 * parcel.
 */
function recordLabels(pen: Pen, contents: readonly LabelContent[], { width, height }: Size, isTest: boolean) {
  const frame = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  const test = isTest ? [testRow(pen)] : [];
  const roomLeft = (rows: readonly Row[]) => rows.reduce((room, row) => room - row.height, frame.height);
  const record = (rows: readonly Row[]): Recorded => recordRows(pen, [...test, ...rows], frame);

  const labels = contents.map((content) => {
    const rowsOf = content.shipType === "local" ? localRows : internationalRows;
    const { rows, isWhole } = rowsOf(pen, content, frame.width, roomLeft(test));
    return { content, isWhole, label: record(rows) };
  });
  if (labels.every(({ isWhole }) => isWhole)) return labels.map(({ label }) => label);
  return labels.flatMap(({ content, label }) => {
    const [above, below] = [continuationRow(pen, content), orderRow(pen, content)];
    const parties = continuedRows(pen, content, frame.width, roomLeft([...test, above, below]));
    return [label, record([above, ...parties, below])];
  });
}

/**
 * The waybill labels of confirmed orders, one for each parcel in the given order. Names and addresses that are too long
 * for a label are printed in full on a second one that follows it.
 * @throws UnprintableLabel, also for an order without a tracking number
 */
export function labelDrawing(orders: readonly StoredOrder[], places: LabelPlaces, imprint: Imprint): Drawing {
  return (pen) => {
    const labels = orders.flatMap((order) => {
      try {
        return recordLabels(pen, labelContents(order, imprint), places.size, imprint.isTest);
      } catch (error) {
        throw new UnprintableLabel(order.id, error);
      }
    });
    for (const label of labels) {
      places.take(pen);
      for (const { stamp, x, y } of label) pen.stamp(stamp, x, y);
    }
  };
}

/**
 * The bands of an international label, which together fill the room: country and postcode first, for sorting, then
 * customs.
 */
function internationalRows(pen: Pen, content: LabelContent, width: number, room: number): LabelRows {
  const { code, names, postcode } = content.country;
  // The value of the whole order, so that the values on the labels are not added up.
  const worth = content.pieces > 1 ? "全單價值 ORDER VALUE" : "申報價值 VALUE";
  const above = [
    headerRow(pen, content),
    barcodeRow(pen, content),
    destinationRow(pen, code, [names, ...(postcode ? [postcode] : [])], 12),
  ];
  const between = [
    measuresRow(pen, content),
    lineRow(pen, `內容 CONTENTS  ${content.contents}`, `${worth}  ${content.value}`, { height: 5.5, max: 8.5 }),
    ...marksRows(pen, content),
  ];
  const below = [orderRow(pen, content)];
  const fixed = [...above, ...between, ...below].reduce((sum, { height }) => sum + height, 0);
  const { to, from, remarks, isWhole } = blockRows(pen, content, width, room - fixed);
  return { rows: [...above, to, from, ...between, remarks, ...below], isWhole };
}

/**
 * The bands of a local label, which together fill the room; a pickup point's code is printed large below the barcode.
 */
function localRows(pen: Pen, content: LabelContent, width: number, room: number): LabelRows {
  const above = [
    headerRow(pen, content),
    barcodeRow(pen, content),
    ...(content.pickupPoint ? [destinationRow(pen, "自取點\nPICKUP POINT", [content.pickupPoint], 13.5)] : []),
  ];
  const between = [
    measuresRow(pen, content),
    lineRow(pen, `內容 CONTENTS  ${content.contents}`, "", { height: 6.5, max: 9 }),
    ...marksRows(pen, content),
  ];
  const below = [orderRow(pen, content)];
  const fixed = [...above, ...between, ...below].reduce((sum, { height }) => sum + height, 0);
  const { to, from, remarks, isWhole } = blockRows(pen, content, width, room - fixed);
  return { rows: [...above, to, from, ...between, remarks, ...below], isWhole };
}
