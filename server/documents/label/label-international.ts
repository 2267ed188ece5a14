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
 * The bands of an international label, which together fill the room: country and postcode first, for sorting, then
 * customs.
 */
export function internationalRows(pen: Pen, content: LabelContent, width: number, room: number): LabelRows {
  const { code, names, postcode } = content.country;
  // The value of the whole order, so that nobody adds up the values on the labels.
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
