import type { StoredOrder } from "@/server/orders";
import type { Imprint } from "../imprint";
import { type Row, testRow } from "../layout";
import type { LabelPlaces, Size } from "../paper";
import type { Drawing, Pen } from "../pdf";
import { continuedRows } from "./label-blocks";
import { type LabelContent, labelContents } from "./label-content";
import { internationalRows } from "./label-international";
import { localRows } from "./label-local";
import { continuationRow, orderRow, recordRows } from "./label-rows";

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
