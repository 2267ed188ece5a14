import type { StoredOrder } from "@/server/orders";
import type { Imprint } from "./imprint";
import { type LabelContent, labelContents } from "./label-content";
import { internationalRows } from "./label-international";
import { localRows } from "./label-local";
import { recordRows } from "./label-rows";
import { testRow } from "./layout";
import { labelSize, type Placement, placeLabels, type Size } from "./paper";
import type { Drawing, Pen } from "./pdf";

const MARGIN = 3;

function recordLabel(pen: Pen, content: LabelContent, { width, height }: Size, isTest: boolean) {
  const frame = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  const test = isTest ? [testRow(pen)] : [];
  const room = frame.height - test.reduce((sum, row) => sum + row.height, 0);
  const rowsOf = content.shipType === "local" ? localRows : internationalRows;
  return recordRows(pen, [...test, ...rowsOf(pen, content, frame.width, room)], frame);
}

/**
 * The waybill labels of confirmed orders, one for each parcel in the given order; `before`: labels of the same run that
 * are drawn already.
 * @throws Error for an order without a tracking number
 */
export function labelDrawing(
  orders: readonly StoredOrder[],
  placement: Placement,
  imprint: Imprint,
  before = 0,
): Drawing {
  const contents = orders.flatMap((order) => labelContents(order, imprint));
  return (pen) => {
    const size = labelSize(placement);
    const labels = contents.map((content) => recordLabel(pen, content, size, imprint.isTest));
    const draw = (label: (typeof labels)[number]) => {
      for (const { stamp, x, y } of label) pen.stamp(stamp, x, y);
    };
    placeLabels(pen, labels, placement, draw, before);
  };
}
