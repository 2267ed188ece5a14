import type { Pen } from "../pdf";
import { blockRows } from "./label-blocks";
import type { LabelContent } from "./label-content";
import {
  barcodeRow,
  destinationRow,
  headerRow,
  type LabelRows,
  lineRow,
  marksRows,
  measuresRow,
  orderRow,
} from "./label-rows";

/**
 * The bands of a local label, which together fill the room; a pickup point's code is printed large below the barcode.
 */
export function localRows(pen: Pen, content: LabelContent, width: number, room: number): LabelRows {
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
